// Ends a test file's process when it is told to. Playwright hears the signal too, but only closes its browsers.

/** Milliseconds for what closes after itself. */
const GRACE = 2000

process.once('SIGTERM', () => setTimeout(() => process.exit(143), GRACE))
