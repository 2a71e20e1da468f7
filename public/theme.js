// Runs before the first paint, so it is a classic blocking script of its own (the policy allows no inline script).
// The stores write the same two keys; without a choice the system preference rules (theme.css).
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('sightline.theme');
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  const density = localStorage.getItem('sightline.density');
  if (density === 'comfortable') root.dataset.density = density;
} catch {
  // Storage is blocked: the system preference and the compact density stay.
}
