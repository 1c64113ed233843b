export const WHAT_TO_DO =
  'the browser tests need a Chromium that starts, and none could be installed. Install Chromium or Chrome, or name the path of one in CHROMIUM_PATH, and run npm test again.'
