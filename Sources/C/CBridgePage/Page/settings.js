// What a page gets from its host before it can do anything: asked for until it is there.

/** The pause before something is asked for again, and the longest it becomes, in milliseconds. */
const PAUSE = 500;
const LONGEST = 8_000;

/** What `ask` returns in the end. */
export async function persistently(ask) {
  for (let pause = PAUSE; ; pause = Math.min(pause * 2, LONGEST)) {
    try {
      return await ask();
    } catch {
      await new Promise((done) => { setTimeout(done, pause); });
    }
  }
}

/** What the page has to know of its host. */
export const settings = persistently(async () => {
  const response = await fetch('settings.json');
  if (!response.ok) throw new Error('settings.json');
  return response.json();
});
