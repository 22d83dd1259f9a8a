// Graphs of constraints: groups of joined nodes, neighbours, and what is reached.

/** @typedef {import("./model.js").Global} Global */

/** @param {Global} global groups of its nodes, none joined */
export function groupsOf(global) {
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
