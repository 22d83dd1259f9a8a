"""Short names leave what a script does as it is."""

import json
import re

import pytest
import quickjs
from rjsmin import jsmin

from pipeline.web.bundle import bind_modules
from pipeline.web.short_names import shorten_names
from tests.web.test_hints import HELP, records

SCRIPTS = [
    "let size=3;let use=({size})=>size+1;out(use({size}),`${size}px size`)",
    "let {first,second:[other],third=other}={first:1,second:[2]};out(first,other,third)",
    "class Cell{static most=4;value=2;get double(){return this.value*2}"
    "sum(value){return value+Cell.most}};let cell=new Cell();out(cell.sum(1),cell.double)",
    "let kind='a';let made={class:kind,kind,say(kind){return kind}};out(made.class+made.say(1))",
    "let text='a/b';let parts=text.split(/[/\"]/);out(parts.length,parts?{text:1}.text:2)",
    "let all=0;for(let [key,value] of Object.entries({key:1}))all+=value+key.length;out(all)",
    "let total=(...all)=>all.reduce((sum,value)=>sum+value,0);out(total(1,2),{total}.total(3))",
    "let many=4;let half=`8`/2;let found=`${/[`]/.test('`')}`;out(many/half/2,found)",
    "if(done){let size=2;out(size)}",
    "let many=1;try{many()}catch(error){out(`${`${{many}.many}${many}`}`,!!error)}",
]


def outcome(script: str) -> object:
    context = quickjs.Context()
    context.eval("globalThis.done=[];globalThis['out']=(...all)=>done.push(...all)")
    context.eval(script)
    return json.loads(context.eval("JSON.stringify(done)"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_do_the_same_with_short_names(script: str) -> None:
    short = shorten_names(script)
    assert len(short) < len(script)
    assert outcome(short) == outcome(script)
    assert shorten_names(short) == short


@pytest.mark.parametrize(
    ("script", "short"),
    [
        ("let ab=1;let abc=ab", "let ab=1;let a=ab"),  # two letters are short
        ("let size=2;`${size}`", "let a=2;`${a}`"),
        ("let size=1;let all={size}", "let a=1;let b={size:a}"),
        ("size=1;let size", "a=1;let a"),
        ("let [first]=[1];out(first)", "let [a]=[1];out(a)"),
        ("out([1].map(value=>value))", "out([1].map(a=>a))"),
        ("let add=(first,second)=>first+second", "let c=(a,b)=>a+b"),
    ],
)
def test_what_a_script_declares_gets_a_short_name(script: str, short: str) -> None:
    assert shorten_names(script) == short


def test_every_parameter_gets_a_short_name() -> None:
    short = shorten_names("out(((first,{second,third:[fourth]})=>first+second+fourth)(1,{}))")
    assert not {"first", "fourth"} & {*re.findall(r"\w+", short)}


@pytest.mark.parametrize("kind_id", ["kakuro", "slitherlink", "hashi", "numberlink"])
def test_hints_are_the_same_with_short_names(kind_id: str) -> None:
    modules = bind_modules("kinds/kinds.js")
    source = str(jsmin(f'{modules}\nglobalThis["help"]={HELP}'))
    whole, short = quickjs.Context(), quickjs.Context()
    whole.eval(source)
    short.eval(shorten_names(source))
    record = json.dumps(records(kind_id)[0][0])
    call = f"JSON.stringify(globalThis['help']({record},40))"
    assert short.eval(call) == whole.eval(call)
