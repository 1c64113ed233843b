export const WHAT_TO_DO =
  'the browser tests need a Chromium that starts, and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its path, and run npm test again.'
