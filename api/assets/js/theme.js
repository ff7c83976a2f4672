// Before the first paint: light or dark, as chosen here or as the system says. Nothing else may go in here.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try { return localStorage.getItem('theme'); } catch { return null; }
  };
  const show = () => {
    const theme = chosen() ?? (dark.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
  };
  show();
  dark.addEventListener('change', show);
  addEventListener('storage', show);
  addEventListener('themechange', show);
})();
