// The look of our own parts within a page. The shell sends it before the page, so that the frame's script stays small.

/** The styled parts: the layer over the page, our parts within it, and the sheet that shows what the page writes into a window. */
export type FrameStyle = 'layer' | 'page' | 'sheet'

/** Styles of the page stay outside of the layer; these styles hold against `!important` of the page. */
const layer = `:host{all:initial!important;position:fixed!important;inset:0!important;display:block!important;visibility:visible!important;opacity:1!important;pointer-events:none!important;z-index:2147483647!important;overflow:hidden!important}
:host([hidden]){display:none!important}
*{box-sizing:border-box;position:absolute;left:0;top:0;margin:0}
.box{border:2px solid #1d4ed8;box-shadow:0 0 0 1px #fff,inset 0 0 0 1px #fff;border-radius:2px}
.area{border:2px dashed #7a5c00;box-shadow:0 0 0 1px #fff,inset 0 0 0 1px #fff}
.area.active,.box.active{border:3px solid #7a5c00}
.drawn{border-color:#1d4ed8;background:#1d4ed833}
.cross{--blue:linear-gradient(#1d4ed8,#1d4ed8) 50%;--white:linear-gradient(#fff,#fff) 50%}
.cross::before{content:"";position:absolute;inset:-14px;width:28px;height:28px;background:var(--blue)/2px 26px no-repeat,var(--blue)/26px 2px no-repeat,var(--white)/6px 100% no-repeat,var(--white)/100% 6px no-repeat}
.pin{border:2px solid #3a2a00;outline:1px solid #fff;border-radius:50% 50% 50% 4px;background:#ffd966;color:#3a2a00;font:600 13px/22px system-ui,sans-serif;text-align:center;cursor:pointer;pointer-events:auto}
.pin:hover,.pin.active{background:#3a2a00;color:#ffe9a8;border-color:#ffe9a8}
.picking .pin{pointer-events:none}
.picking .cover{pointer-events:auto}
@media(pointer:coarse){.pin::after{content:"";position:absolute;inset:-11px}}
@media print{:host{display:none!important}}`

/** Painted with a line below as well, so that colour does not carry it alone; never on paper. */
const passages = `@media screen{::highlight(recto-open){background-color:light-dark(#fff0b3,#5c4a00);text-decoration:underline 2px light-dark(#b38600,#e6c34d)}
::highlight(recto-active){background-color:light-dark(#ffd966,#8a6d00);text-decoration:underline 3px light-dark(#7a5c00,#ffe08a)}}
@media screen and (forced-colors:active){::highlight(recto-open),::highlight(recto-active){background-color:Mark;color:MarkText}}`

/** Styles of formulas in rendered Markdown: no highlight reaches every symbol of a formula. */
const formulas = `@media screen{[recto-open]>math>*{background-color:light-dark(#fff0b3,#5c4a00);box-shadow:0 2px light-dark(#b38600,#e6c34d)}
[recto-active]>math>*{background-color:light-dark(#ffd966,#8a6d00);box-shadow:0 3px light-dark(#7a5c00,#ffe08a)}}
@media screen and (forced-colors:active){:is([recto-open],[recto-active])>math>*{background-color:Mark;color:MarkText}}`

/** Styles of copy buttons and heading links in rendered Markdown. */
const comforts = `.recto-copy{position:relative;z-index:1;display:block;inline-size:max-content;margin:0 .4em -2.3em auto;padding:.2em .6em;border:1px solid var(--line);border-radius:.3em;background:var(--paper);color:var(--ink);font:400 .8rem/1.6 system-ui,sans-serif;cursor:pointer;top:.4em}
.recto-copy::before{content:"Copy"}
.recto-copy[data-done=yes]::before{content:"Copied"}
.recto-copy[data-done=no]::before{content:"Press Ctrl+C"}
.recto-copy:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.recto-copy+pre{margin-block-start:0;padding-block-start:2.6em}
.recto-anchor{margin-inline-start:.4em;color:var(--soft);text-decoration:none;opacity:0}
.recto-anchor::before{content:"#"}
:is(h1,h2,h3,h4,h5,h6):hover>.recto-anchor{opacity:1}
@media print{.recto-copy,.recto-anchor{display:none}.recto-copy+pre{padding-block-start:.95em}}`

/** Styles of diagrams in rendered Markdown, printed too. */
const diagrams = `.recto-diagram:not(:has(>img))::before{content:"A diagram in the language Mermaid, as it was written." attr(data-why);display:block;margin-block-end:.6em;color:var(--soft);font:400 .8rem/1.4 system-ui,sans-serif}
.recto-diagram.recto-diagram:has(>img){margin:1em 0;padding:0;border:0;background:none;overflow:visible;font-size:1em;white-space:normal}
.recto-copy:has(+pre>details:not([open])){display:none}
.recto-copy:has(+pre>img){margin-block-end:0}
.recto-drawing{display:block;margin:0 auto;max-inline-size:100%;block-size:auto}
.recto-source{margin:1em 0}
.recto-source>summary{inline-size:max-content;margin:0;color:var(--soft);font:400 .8rem/1.6 system-ui,sans-serif;cursor:pointer}
.recto-source>summary::after{content:"Source of the diagram"}
.recto-source>code.language-mermaid{display:block;margin-block-start:1em;padding:.95em 1.1em;overflow-wrap:anywhere;border-radius:var(--round);background:var(--tint);font:.875em/1.55 var(--mono);white-space:pre-wrap}
@media print{.recto-source{display:none}}`

/** The page's own rules do not reach into it. Screen readers have the name of the dialog already. What is written for a window of its own stands on white, as there. */
const sheet = `:host{all:initial!important;position:fixed!important;display:block!important}
dialog{box-sizing:border-box;width:min(1024px,100vw - 32px);height:calc(100dvh - 32px);max-width:none;max-height:none;padding:0;overflow:hidden;color-scheme:light dark;border:1px solid light-dark(#767676,#8c8c8c);border-radius:8px;background:light-dark(#fff,#1c1c1e);color:light-dark(#1c1c1e,#f2f2f2);user-select:none}
dialog[open]{display:grid;grid-template:auto minmax(0,1fr)/minmax(0,1fr) auto;align-items:center}
dialog::before{content:attr(aria-label);content:attr(aria-label)/"";margin-inline-start:16px;overflow:hidden;font:600 14px/1.4 system-ui,sans-serif;text-overflow:ellipsis;unicode-bidi:plaintext;white-space:nowrap}
dialog::backdrop{background:#0008}
button{margin:6px;padding:5px 14px;min-height:36px;border:1px solid light-dark(#767676,#8c8c8c);border-radius:6px;background:none;color:inherit;font:500 14px/1.4 system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:2px solid light-dark(#1d4ed8,#8ab4ff);outline-offset:2px}
iframe{grid-column:1/-1;box-sizing:border-box;inline-size:100%;block-size:100%;border:0;border-block-start:1px solid light-dark(#d6d6d6,#48484a);background:#fff;color-scheme:light}
@media(pointer:coarse){button{min-height:44px}}
@media print{:host{display:none!important}}`

export const frameStyles: Readonly<Record<FrameStyle, string>> = {
  layer,
  page: passages + formulas + comforts + diagrams,
  sheet,
}
