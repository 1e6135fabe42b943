(async () => {
  // Longer pages are scrolled in larger steps.
  const STEPS = 24, PAUSE_MS = 30;
  const page = document.scrollingElement;
  const end = page ? page.scrollHeight : 0;
  if (end < 1.2 * innerHeight) return false;
  const step = Math.max(0.8 * innerHeight, end / STEPS);
  for (let at = step; at < end + step; at += step) {
    scrollTo({ top: at, behavior: "instant" });
    await new Promise((next) => setTimeout(next, PAUSE_MS));
  }
  scrollTo({ top: 0, behavior: "instant" });
  return true;
})()
