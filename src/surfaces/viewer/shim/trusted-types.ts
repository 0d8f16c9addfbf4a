// Keeps scripts of a closed page in its own window: a frame within it would have the peer connections that this window lost.

import { apply, deleteProperty } from './natives.ts'

const replaceAll = RegExp.prototype[Symbol.replace] as (text: string, by: string) => string

/** A pattern that carries what replacing looks up: a page may put its own into `RegExp.prototype`. */
const pattern = (of: RegExp): RegExp =>
  Object.defineProperties(of, { exec: { value: of.exec }, flags: { value: of.flags } })

/** Finds the place before the end of each frame tag's name, also with a prefix as XML has it. */
const frameTag = pattern(/<(?:[^\s<>/:]*:)?i?frame(?=[\s/>])/gi)
/** An entity of XML could hide such a tag. */
const entity = pattern(/<!ENTITY/g)
/** The start of a tag that a later `write` could complete to such a tag. */
const unfinishedTag = pattern(/<\w{0,6}$/g)

/** The first of two attributes counts, and `srcdoc` counts before `src`. It reads the same within quotes of a script. */
const closeFrames = (html: string): string =>
  apply(replaceAll, frameTag, [apply(replaceAll, entity, [html, '<!']), '$& srcdoc=&#32; '])

function closeMarkup(html: string, _: string, sink: string): string {
  if (sink === 'HTMLIFrameElement srcdoc') return ''
  const isWritten = sink === 'Document write' || sink === 'Document writeln'
  return closeFrames(isWritten ? apply(replaceAll, unfinishedTag, [html, '']) : html)
}

const rules: Record<'createHTML' | 'createScript' | 'createScriptURL', Rule> = {
  createHTML: closeMarkup,
  // An address of `javascript:` may lead a frame to a window of its own.
  createScript: (script, _, sink) => (sink === 'Location href' ? null : script),
  createScriptURL: url => url,
}

/**
 * Call it before the page's first script. Trusted Types hand every text that becomes markup or a script to this policy, the only one
 * that there will be (CSP `trusted-types default`). A browser without them runs no script at all.
 */
export function confineScripts(): void {
  const types = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  if (types) types.createPolicy('default', rules)
  else forbidScripts()
  for (const name of [
    'trustedTypes',
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'RTCDataChannel',
    'WebTransport',
    'XSLTProcessor',
  ])
    deleteProperty(window, name)
}

/** Forbids scripts by a policy that stays in force when the document is opened anew, and within frames. */
function forbidScripts(): void {
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = "script-src 'none'"
  document.head.append(meta)
}

type Rule = (text: string, type: string, sink: string) => string | null

/** The part of Trusted Types that is used here. */
interface TrustedTypes {
  createPolicy(name: string, by: typeof rules): unknown
}
