// What this page brings to be let in: the token behind the # of the address that mrz-scan printed. It moves to the
// storage of this tab, which belongs to one origin, port and all. Cookies do not: browsers send them to every port of a
// host, whoever has a server there.
(() => {
  'use strict';

  const KEY = 'mrz-scan-token';
  const given = location.hash.match(/^#token=([0-9a-f]{32})$/)?.[1];
  let token = given ?? null;
  try {
    if (given) sessionStorage.setItem(KEY, given);
    else token = sessionStorage.getItem(KEY);
  } catch {
    // A browser without storage: the token lasts until the page is loaded anew.
  }
  if (given) history.replaceState(history.state, '', location.pathname + location.search);

  window.MRZScanAccess = {
    token,
    /** The address with the token in it, for what cannot send fields of its own. */
    signed(address) {
      const url = new URL(address, location.href);
      if (token) url.searchParams.set('token', token);
      return url.href;
    },
  };
})();
