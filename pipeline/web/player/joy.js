// What is felt and heard when a puzzle is solved, for those who switched it on.

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_S = 0.14;

/** @param {boolean} hasHaptics @param {boolean} hasSound */
export function celebrate(hasHaptics, hasSound) {
  if (hasHaptics) navigator.vibrate?.([40, 60, 80]);
  if (!hasSound || !globalThis.AudioContext) return;
  const context = new AudioContext();
  NOTES_HZ.forEach((frequency, at) => {
    const [tone, level] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at * NOTE_S;
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0.08, start);
    level.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_S);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_S);
  });
}
