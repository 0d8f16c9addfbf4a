// A built script that stands in a document, and the name by which the document's policy lets it run.

import { createHash } from 'node:crypto'

/** A bundle is a module; inline it runs as a plain script whose names reach nobody. One with imports or a closing tag throws a TypeError: it could not run. */
export function inlineScript(script: string): string {
  if (/<\/script|<!--/i.test(script) || /(?:^|[;\n}])[^\S\n]*(?:import|export)\b[^(]/.test(script))
    throw new TypeError('The script cannot stand inline: it imports, exports or closes its own tag.')
  return `(()=>{"use strict";${script.trim()}\n})()`
}

/** The source of a Content-Security-Policy that allows just this script (CSP Level 3 section 2.3.1, `hash-source`). */
export const hashSource = (inline: string): string =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
