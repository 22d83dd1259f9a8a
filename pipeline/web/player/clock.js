// The time a player has needed: it runs while the page is seen, and not before the first move.

export class Clock {
  /** @param {(seconds: number) => void} onTick */
  constructor(onTick) {
    this.onTick = onTick;
    this.before = 0;
    /** @type {number | null} */
    this.since = null;
  }

  get ms() {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }

  set ms(ms) {
    this.before = ms;
    if (this.since !== null) this.since = performance.now();
    this.onTick(ms / 1000);
  }

  start() {
    if (this.since !== null) return;
    this.since = performance.now();
    this.timer = setInterval(() => this.onTick(this.ms / 1000), 1000);
  }

  stop() {
    this.before = this.ms;
    this.since = null;
    clearInterval(this.timer);
    this.onTick(this.before / 1000);
  }
}
