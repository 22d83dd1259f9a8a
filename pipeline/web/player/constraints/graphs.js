// What loops, connection, paths, regions and groups of numbers force, each seen as a whole.

import { bits, lookAtAutomaton, lookAtChoice, lookAtDistinct, lookAtTotal } from "./lines.js";
import { valueOf } from "./literals.js";
import { lookAtMatching } from "./matching.js";

/** @typedef {import("./model.js").Finding} Finding */
/** @typedef {import("./model.js").Global} Global */
/** @typedef {import("./literals.js").State} State */

/** @returns {Finding} */
const nothing = () => ({ isBroken: false, forced: [] });
/** @param {number[]} [about] @param {number[]} [lines] @returns {Finding} */
const broken = (about, lines) => ({ isBroken: true, forced: [], about, lines });

/** @type {Record<string, (global: Global, state: State) => Finding>} */
const GRAPHS = {
  loop: lookAtLoop,
  connected: lookAtConnection,
  ways: lookAtPaths,
  regions: lookAtRegions,
  different: lookAtDifferent,
  total: lookAtTotal,
  accepted: lookAtAutomaton,
  distinct: lookAtDistinct,
  matching: lookAtMatching,
  choice: lookAtChoice,
};

/** @param {Global} global @param {State} state @returns {Finding} */
export function lookAtGlobal(global, state) {
  return GRAPHS[global.type](global, state);
}

/** @param {Global} global groups of its nodes, none joined */
function groupsOf(global) {
  // Numbers of literals may be among them: that makes it no smaller.
  global.most ??= 1 + global.edges.reduce((/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b), 0);
  return new Groups(global.most);
}

/** Groups of nodes that are joined, with the number of edges in each. */
export class Groups {
  /** @param {number} size of the numbers of nodes */
  constructor(size) {
    this.above = new Int32Array(size).fill(-1);
    this.edges = new Int32Array(size);
  }

  /** @param {number} node */
  find(node) {
    const { above } = this;
    while (above[node] >= 0) {
      if (above[above[node]] >= 0) above[node] = above[above[node]];
      node = above[node];
    }
    return node;
  }

  /** @param {number} one @param {number} other whether they were apart */
  join(one, other) {
    const [a, b] = [this.find(one), this.find(other)];
    this.edges[b] += (a === b ? 0 : this.edges[a]) + 1;
    if (a !== b) this.above[a] = b;
    return a !== b;
  }
}

/** One closed loop: no part of it may close early, and all that is drawn must be able to meet. */
function lookAtLoop(/** @type {Global} */ global, /** @type {State} */ state) {
  const groups = groupsOf(global);
  const ways = groupsOf(global);
  let drawn = 0;
  let closed = -1;
  let first = -1;
  const { edges } = global;
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value >= 0) ways.join(one, other);
    if (value <= 0) continue;
    drawn++;
    first = one;
    if (!groups.join(one, other)) closed = one;
  }
  const found = nothing();
  /** The drawn lines of which one end is so. */
  const linesFrom = (/** @type {(node: number) => boolean} */ isSo) =>
    edges.filter((/** @type {number} */ literal, /** @type {number} */ k) => k % 3 === 0 && valueOf(state, literal) > 0 && isSo(edges[k + 1]));
  if (closed >= 0 && groups.edges[groups.find(closed)] !== drawn) {
    return broken(undefined, linesFrom((node) => groups.find(node) === groups.find(closed)));
  }
  let isOpen = false;
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value > 0 && ways.find(one) !== ways.find(first)) {
      return broken(undefined, linesFrom((node) => ways.find(node) !== ways.find(first)));
    }
    if (value) continue;
    isOpen = true;
    const isFar = drawn && ways.find(one) !== ways.find(first);
    const isJoined = groups.find(one) === groups.find(other);
    const isEarly = isJoined && groups.edges[groups.find(one)] !== drawn;
    if (closed >= 0 || isFar || isEarly) found.forced.push(-edges[k]);
  }
  return !drawn && !isOpen ? broken() : found;
}

/**
 * Returns the places of a graph and what lies around each. Edges that may be missing are places of
 * their own, behind the nodes.
 * @param {Global} global
 */
function placesOf({ nodes, edges }) {
  /** @type {number[]} */
  const literals = [...nodes];
  /** @type {number[]} */
  const pairs = [];
  for (let k = 0; k < edges.length; k += 3) {
    const [literal, one, other] = edges.slice(k, k + 3);
    const place = literal ? literals.push(literal) - 1 : other;
    pairs.push(place, one);
    if (literal) pairs.push(place, other);
  }
  return { literals, around: neighboursOfPairs(literals.length, pairs) };
}

/** Connected nodes: a node that separates two present ones must be present itself. */
function lookAtConnection(/** @type {Global} */ global, /** @type {State} */ state) {
  /** @type {number[]} */
  const nodes = global.nodes;
  const { literals, around } = /** @type {ReturnType<typeof placesOf>} */ (global.places ??= placesOf(global));
  const value = literals.map((literal) => valueOf(state, literal));
  const [sure, next, seen, low] = [0, 0, 0, 0].map(() => new Int32Array(literals.length));
  const there = [...nodes.keys()].filter((at) => value[at] > 0);
  if (!there.length) return nothing();
  const [start] = there;
  for (const at of there) sure[at] = 1;
  // Tarjan's low points, without recursion: an open place that cuts off a sure one must be there.
  const found = nothing();
  const stack = [start];
  let clock = (seen[start] = low[start] = 1);
  while (stack.length) {
    const at = stack[stack.length - 1];
    const other = around[at][next[at]++];
    if (other !== undefined) {
      if (value[other] < 0) continue;
      if (seen[other]) low[at] = Math.min(low[at], seen[other]);
      else {
        seen[other] = low[other] = ++clock;
        stack.push(other);
      }
      continue;
    }
    stack.pop();
    const above = stack[stack.length - 1];
    if (above === undefined) break;
    low[above] = Math.min(low[above], low[at]);
    sure[above] += sure[at];
    if (low[at] >= seen[above] && sure[at] && above !== start && !value[above]) found.forced.push(literals[above]);
  }
  if (sure[start] < there.length) return broken(there.filter((at) => !seen[at]));
  nodes.forEach((literal, at) => {
    if (!value[at] && !seen[at]) found.forced.push(-literal);
  });
  return found;
}

/** Paths between labels that fit: no circle, and no end led to an end that does not fit. */
function lookAtPaths(/** @type {Global} */ global, /** @type {State} */ state) {
  const groups = groupsOf(global);
  /** @type {{labels: number[], edges: number[]}} */
  const { labels, edges } = /** @type {any} */ (global);
  // How many drawn edges a node has, and the sum of the nodes they lead to: the next on a way is
  // that sum without the one before.
  const ways = new Int32Array(global.most);
  const sum = new Int32Array(global.most);
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    if (value <= 0) continue;
    if (!groups.join(one, other)) return broken([one, other]);
    ways[one]++;
    ways[other]++;
    sum[one] += other;
    sum[other] += one;
  }
  const fits = (/** @type {number} */ one, /** @type {number} */ other) =>
    !one || !other || (global.inOrder ? Math.abs(one - other) === 1 : one === other);
  /** The first node with a label on a way, else where it ends or parts. */
  const follow = (/** @type {number} */ at, before = 0, count = 1) => {
    while (!labels[at] && ways[at] === count) [before, at, count] = [at, sum[at] - before, 2];
    return at;
  };
  for (let k = 0; k < edges.length; k += 3) {
    if (valueOf(state, edges[k]) <= 0) continue;
    for (const side of [1, 2]) {
      const one = edges[k + side];
      const at = follow(edges[k + 3 - side], one, 2);
      if (!fits(labels[one], labels[at])) return broken([one, at]);
    }
  }
  const found = nothing();
  for (let k = 0; k < edges.length; k += 3) {
    const one = edges[k + 1];
    const other = edges[k + 2];
    const value = valueOf(state, edges[k]);
    // Quick where an edge has nothing on one side.
    if (value || !(ways[one] + labels[one] && ways[other] + labels[other])) continue;
    if (groups.find(one) === groups.find(other) || !fits(labels[follow(one)], labels[follow(other)])) found.forced.push(-edges[k]);
  }
  return found;
}

/** Regions of given sizes: none too large, none too small, each with one size. */
function lookAtRegions(/** @type {Global} */ global, /** @type {State} */ state) {
  /** @type {number[]} */
  const nodes = global.nodes;
  /** @type {number[]} */
  const sizes = global.sizes;
  const around = (global.around ??= neighboursOfPairs(nodes.length, global.edges));
  const value = nodes.map((literal, at) => valueOf(state, literal) || Number(sizes[at] !== 0));
  const part = nodes.map(() => -1);
  /** @type {{cells: number[], size: number}[]} */
  const parts = [];
  const found = nothing();
  nodes.forEach((_, start) => {
    if (value[start] <= 0 || part[start] >= 0) return;
    const cells = spread([start], (at) => value[at] > 0, around);
    for (const at of cells) part[at] = parts.length;
    parts.push({ cells, size: cells.reduce((sum, at) => sum || sizes[at], 0) });
  });
  const reached = nodes.map(() => false);
  for (const { cells, size } of parts) {
    if (cells.filter((at) => sizes[at]).length > 1 || (size > 0 && cells.length > size)) return broken(cells);
    const rim = new Set(cells.flatMap((at) => around[at].filter((/** @type {number} */ b) => !value[b])));
    if (size === cells.length) {
      for (const at of cells) reached[at] = true;
      for (const at of rim) found.forced.push(-nodes[at]);
      continue;
    }
    // A given size of -1 is any size.
    if (!rim.size && size >= 0) return broken(cells);
    if (rim.size === 1 && size >= 0) found.forced.push(nodes[[...rim][0]]);
    if (!size) continue;
    // What it may still grow into: no cell beside a part with another size.
    const own = part[cells[0]];
    const isFree = (/** @type {number} */ at) =>
      value[at] >= 0 &&
      (part[at] < 0 || part[at] === own || !parts[part[at]].size) &&
      around[at].every((/** @type {number} */ b) => part[b] < 0 || part[b] === own || !parts[part[b]].size);
    const reach = spread(cells, isFree, around, size < 0 ? Infinity : size - cells.length);
    if (reach.length < size) return broken(cells);
    for (const at of reach) reached[at] = true;
    if (reach.length === size) for (const at of reach) if (!value[at]) found.forced.push(nodes[at]);
  }
  for (const [at, literal] of nodes.entries()) {
    if (reached[at] || value[at] < 0) continue;
    if (value[at] > 0) return broken([at]);
    found.forced.push(-literal);
  }
  return found;
}

/** @param {number} count @param {number[]} pairs one after another @returns {number[][]} */
export function neighboursOfPairs(count, pairs) {
  /** @type {number[][]} */
  const around = Array.from({ length: count }, () => []);
  for (let k = 0; k < pairs.length; k += 2) {
    around[pairs[k]].push(pairs[k + 1]);
    around[pairs[k + 1]].push(pairs[k]);
  }
  return around;
}

/**
 * Returns the nodes that are reached in so many steps.
 * @param {number[]} starts @param {(at: number) => boolean} isOpen @param {number[][]} around
 * @param {number} [steps]
 */
export function spread(starts, isOpen, around, steps = Infinity) {
  const far = new Int32Array(around.length);
  for (const at of starts) far[at] = 1;
  const cells = [...starts];
  for (let k = 0; k < cells.length; k++) {
    const step = far[cells[k]] + 1;
    if (step > steps + 1) break;
    for (const at of around[cells[k]]) {
      if (far[at] || !isOpen(at)) continue;
      far[at] = step;
      cells.push(at);
    }
  }
  return cells;
}

/** Different values: the smallest naked or hidden set that rules something out. @returns {Finding} */
function lookAtDifferent(/** @type {Global} */ global, /** @type {State} */ state) {
  const isOpen = (/** @type {number[]} */ line) => !line.some((literal) => valueOf(state, literal) > 0);
  const places = global.literals.filter(isOpen);
  const values = global.literals[0].map((/** @type {number} */ _, /** @type {number} */ k) => global.literals.map((/** @type {number[]} */ row) => row[k])).filter(isOpen);
  for (let size = 1; size <= places.length / 2; size++) {
    const found = findSet(places, size, "set", state) ?? (values.length === places.length ? findSet(values, size, "hidden", state) : null);
    if (found) return found;
  }
  return nothing();
}

/**
 * Returns what so many lines of candidates rule out that have as many candidates in all.
 * @param {number[][]} lines @param {number} size @param {string} name @param {State} state
 * @returns {Finding | null}
 */
function findSet(lines, size, name, state) {
  const masks = lines.map((line) => line.reduce((mask, literal, k) => (valueOf(state, literal) < 0 ? mask : mask | (1 << k)), 0));
  /** @returns {Finding | null} */
  const look = (/** @type {number} */ from, /** @type {number} */ union, /** @type {number[]} */ chosen) => {
    if (bits(union) > size) return null;
    if (chosen.length < size) {
      for (let at = from; at < lines.length; at++) {
        const found = look(at + 1, union | masks[at], [...chosen, at]);
        if (found) return found;
      }
      return null;
    }
    if (bits(union) < size) return broken();
    const others = lines.filter((_, at) => !chosen.includes(at));
    const forced = others.flatMap((line) => line.filter((literal, k) => union >> k & 1 && !valueOf(state, literal)).map((literal) => -literal));
    const set = chosen.flatMap((at) => lines[at].filter((literal) => !valueOf(state, literal)));
    return forced.length ? { isBroken: false, forced, set, name: `${name}-${size}` } : null;
  };
  return look(0, 0, []);
}
