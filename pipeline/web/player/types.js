// Types that several modules share; nothing here runs. The binder leaves this file out.

/** @typedef {{rows: number, cols: number}} Size */
/** @typedef {{x: number, y: number}} Spot A place on the board, in cells from the top left corner. */
/** @typedef {{code: string, cells: number[], text?: string}} Violation ``text``: ready words instead of ``fault_CODE`` */
/** @typedef {string | number} Value */
/** @typedef {Value[]} Values What a game's slots hold: all that a player has drawn. */
/** @typedef {[slot: number, value: Value]} Change */
/**
 * Words to look up, ``KIND_key`` first, then ``key``; or ready ones, ``text``. The places of ``cells``
 * follow it in brackets, and ``more`` after a space.
 * @typedef {{key?: string, values?: Record<string, string | number>, count?: number, text?: string, cells?: number[], more?: string, parts?: Message[]}} Message ``parts``: of which it is made
 */
/**
 * A step that the position forces: why, on which cells to look, and what follows. Asked for again in
 * the same position, ``changes`` are played.
 * @typedef {{message: Message, cells: number[], targets?: number[], changes?: Change[]}} Hint ``targets``: the cells
 * that change, all where it is missing
 */
/** @typedef {Record<string, any>} Hold What a hand holds by its ``cell``: a line, an island, a tile. */
/** @typedef {{changes: Change[], hold: Hold | null, cell?: number, message?: Message}} Answer */
/** @typedef {{done: number, total: number}} Progress */

/**
 * A puzzle that is played: its clues, what may be drawn, and how it looks. A game keeps no state:
 * `Values` go in, `Change`s come out, and undo, saving and both inputs are the same for all kinds.
 * kinds.js makes one of a record: ``new Kind(record.puzzle, record)``. This is all that the rest of
 * the player knows of a kind; names in brackets are optional.
 *
 * In a drawing one unit is one cell. Classes that player.css knows: ``paper cells frame number marks
 * line core bridge island full over``; ``full`` and ``over`` are seen where live help is on.
 * @typedef {object} Game
 * @property {string} kind
 * @property {number} rows
 * @property {number} cols
 * @property {boolean} hasMarks whether there are pencil marks
 * @property {number} [rim] how far outside the board, in cells, a touch still means its edge
 * @property {{left: number, top: number, right: number, bottom: number}} [margins] room round the board, in cells
 * @property {string[]} [keys] what can be typed into cells without a row of buttons
 * @property {number} [inset] the gap around cells that are drawn as separate squares
 * @property {boolean} [isSolid] whether cells are black or white by the rules, so that the paper stays light
 * @property {boolean} hasOutline whether drags follow cells (else they only have a direction)
 * @property {(most: number) => boolean} [squeeze] draws numbers outside smaller
 * @property {(cell: number) => string} [numbersBeside] of the line and column of a cell
 * @property {() => Values} begin the empty board
 * @property {(slot: number, value: Value) => boolean} accepts whether a saved change is one at all
 * @property {(values: Values) => Violation[]} check every broken rule; empty means solved
 * @property {(values: Values) => Violation[]} findFaults what cannot be right, whatever comes
 * @property {(values: Values) => Progress} measure
 * @property {(values: Values, cell: number) => Hold | null} grab
 * @property {(values: Values, hold: Hold, cell: number, spot: Spot) => Change[] | null} drag null: refused
 * @property {(values: Values, hold: Hold, spot: Spot) => Answer} drop the end of a drag
 * @property {(values: Values, hold: Hold | null, cell: number, spot: Spot, isKey?: boolean) => Answer} tap
 * @property {(values: Values, hold: Hold | null, letter: string) => Answer | null} nudge null: move the focus instead
 * @property {(values: Values, cell: number) => Change[]} erase
 * @property {(values: Values, cell: number, spot: Spot) => Change[]} mark
 * @property {() => Message} [note] the text under the title
 * @property {(note: HTMLElement) => void} [drawGoal] a picture beside it
 * @property {string} [family] of what is drawn, where the rules come as data: which says how to draw it
 * @property {(value: Value) => number} [tapsTo] how many taps on an empty cell lead to a value
 * @property {(values: Values) => Hint | null} [hint] where boards are not too large for it
 * @property {string[]} [symbols] what can be typed into cells, one character each: keys and a row of buttons
 * @property {boolean} [isTyped] whether these are digits, of which numbers are typed one after the other, and there are no notes
 * @property {(values: Values, cell: number, symbol: string, pencil: number) => Change[]} [enter] a symbol was typed; ``pencil`` as in session.js
 * @property {Values | null} [base] slots at the start of what is tried: what differs is drawn in another colour
 * @property {(values: Values) => Iterable<unknown>} [judge] shows what is broken and what is complete; what is broken
 * @property {(values: Values, slots: number[], isAuto: boolean) => Change[]} [extend] what follows of itself from a move
 * @property {boolean} [isAuto] whether it does so until the player switches it off
 * @property {(values: Values, cell: number) => void} [showFocus] highlights what belongs to the focused cell
 * @property {(values: Values) => Change[]} [fillNotes] notes of all that is not ruled out
 * @property {(symbol: string) => Message} [choose] where symbols are colours that taps and drags paint: takes one up, and returns its name
 * @property {number} [crossed] the value of a slot that is crossed out, where it is not CROSSED
 * @property {string} [chosen] the one that is taken up
 * @property {(buttons: Element[]) => void} [dress] shows more than symbols on their buttons
 * @property {(values: Values) => (number | null)[]} [leftOf] how often each symbol is still to be written
 * @property {(values: Values, spot: Spot) => Hold | null} [pick] takes something from beside the board
 * @property {(slot: number) => string} [wayOf] how what a slot has is drawn, for a lesson
 * @property {boolean} [hasSums] whether what a cell says when it is taken is worth seeing
 * @property {boolean} [isLoop] whether the inside of a loop can be coloured
 * @property {(slots: number[]) => number} [lengthOf] how many moves a change of slots counts, where moves are counted
 * @property {(cell: number) => boolean} isClue where Ctrl and an arrow stop
 * @property {(values: Values) => (cell: number) => Message} describer what each cell says to a screen reader
 * @property {(before: Values, after: Values, slots: number[]) => Message | null} announce
 * @property {(layers: SVGElement, top: SVGElement) => void} draw ``top`` is painted once
 * @property {(values: Values, slots: number[]) => void} show
 * @property {(hold: Hold | null) => void} showHold
 * @property {(spot: Spot) => void} [stick] keeps in sight what is beside a board that is moved so far
 * @property {(values: Values) => Iterable<{cells: number[], look: number}>} trails for the overview
 */

/**
 * The published record: no solution, no seed.
 * @typedef {object} PuzzleRecord
 * @property {string} id
 * @property {string} kind
 * @property {Record<string, any>} puzzle
 * @property {Record<string, any>} [model] its variables and constraints, of a kind without code of its own
 * @property {string} [learn] where the lesson of its kind is, from this record
 * @property {boolean} [lesson] whether it is one
 * @property {string} [title]
 * @property {string} [date] the day of a daily puzzle, YYYY-MM-DD
 * @property {number} [number] of the puzzle among those of its game
 * @property {{band?: string}} [grade]
 * @property {{line?: string}} [credit]
 * @property {string[]} [rules]
 * @property {{zone?: string, week?: string, game?: string}} [schedule] where a day begins, and days of the week with a puzzle of its game
 * @property {string} [name] of its game
 * @property {{moves: number, proved: boolean}} [target] the length of the best way that is known
 */

export {};
