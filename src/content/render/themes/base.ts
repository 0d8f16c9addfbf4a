// The style that all four faces of a Markdown page share: structure, code, tables, lists, print. Each theme sets colours and type.

/**
 * Custom properties a theme sets, each with `light-dark()` where it is a colour:
 * `--paper --ink --soft --line --accent --tint --mark` and `--c-*` for the kinds of code tokens.
 */
export const base = `
*,::before,::after{box-sizing:border-box}
:root{color-scheme:light dark;-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1.5rem;
--note:light-dark(#0a5cc2,#5fa8ff);--tip:light-dark(#17743a,#4cc26b);--important:light-dark(#7a3fd0,#b794ff);--warning:light-dark(#8a5a00,#dba63a);--caution:light-dark(#b91c2b,#ff7b78)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark],:root.dark{color-scheme:dark}
html{background:var(--paper);color:var(--ink);font:var(--text);accent-color:var(--accent)}
body{margin:0;overflow-wrap:break-word}
:where(p,h1,h2,h3,h4,h5,h6,ul,ol,dl,li,dt,dd,th,td,caption,blockquote,summary,figcaption,address,div,section,article,aside,header,footer,main,nav,figure,center,details,.contents a):not([dir],[dir] *){unicode-bidi:plaintext}
:where(details:not([dir],[dir] *))::details-content{unicode-bidi:plaintext}
:where(li){text-align:inherit}
pre,code,kbd,samp,tt{direction:ltr;unicode-bidi:isolate}
.sheet{max-width:var(--measure);margin:0 auto;padding:clamp(1.5rem,5vw,4rem) clamp(1.125rem,4vw,2rem) 5rem}
article>:first-child{margin-top:0}
article>:last-child{margin-bottom:0}
p,ul,ol,dl,pre,blockquote,figure,details,.table,section,address{margin:0 0 var(--gap)}
h1,h2,h3,h4,h5,h6{font:var(--display);margin:1.9em 0 .6em;line-height:1.25;text-wrap:balance;position:relative}
h1{font-size:2em;margin-top:0}
h2{font-size:1.5em}
h3{font-size:1.22em}
h4{font-size:1em}
h5,h6{font-size:.9em;color:var(--soft)}
h2+h3,h3+h4{margin-top:.9em}
a{color:var(--accent);text-decoration-line:underline;text-decoration-thickness:1px;text-underline-offset:.18em;text-decoration-color:color-mix(in oklab,currentColor 40%,transparent)}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
a:not([href]){color:inherit;text-decoration:none}
.anchor{margin-inline-start:.4em;font-weight:400;text-decoration:none;opacity:0;color:var(--soft)}
.anchor::before{content:"#"/""}
:is(h1,h2,h3,h4,h5,h6):hover>.anchor,.anchor:focus-visible{opacity:1}
ul,ol{padding-inline-start:1.6em}
li[dir]{margin-inline-start:1.6em}
li>ul,li>ol{margin-bottom:0}
li+li{margin-top:.25em}
li>p{margin-bottom:.5em}
li>p:last-child{margin-bottom:0}
li::marker{color:var(--soft);font-variant-numeric:tabular-nums}
.task-list-item{list-style:none}
.task-list-item input{appearance:none;width:1.05em;height:1.05em;margin:0;margin-inline:-1.5em .45em;vertical-align:-.16em;border:1.5px solid var(--soft);border-radius:.2em;background:0 0/100% no-repeat}
.task-list-item input:checked{border-color:var(--accent);background-color:var(--accent)}
.task-list-item input:checked::before{content:"";display:block;width:.32em;height:.62em;margin:.02em auto;border:solid var(--paper);border-width:0 .15em .15em 0;transform:rotate(42deg)}
blockquote,.alert{padding-block:.1em;padding-inline:1.1em 0;border-inline-start:3px solid var(--line);color:var(--soft);margin-inline:0}
blockquote>:last-child,.alert>:last-child{margin-bottom:0}
.alert{--tone:var(--note);color:inherit;border-color:var(--tone);padding-block:.35em}
.alert-title{color:var(--tone);font-weight:600;margin-bottom:.3em}
strong.alert-title{display:inline-block}
.alert-tip,.alert-success{--tone:var(--tip)}
.alert-important,.alert-example{--tone:var(--important)}
.alert-warning,.alert-question{--tone:var(--warning)}
.alert-caution,.alert-failure,.alert-danger,.alert-bug{--tone:var(--caution)}
.alert-quote{--tone:var(--soft)}
details.alert:not([open])>.alert-title{margin-bottom:0}
code,kbd,samp,pre,tt{font-family:var(--mono);font-size:.875em;font-variant-ligatures:none}
code,tt,samp{background:var(--tint);padding:.14em .36em;border-radius:.3em;overflow-wrap:anywhere}
pre{background:var(--tint);padding:.95em 1.1em;overflow:auto;line-height:1.55;border-radius:var(--round);tab-size:4}
pre code{all:unset;font-size:1em}
pre pre{margin:0;padding:0}
kbd{padding:.12em .42em;border:1px solid var(--line);border-bottom-width:2px;border-radius:.3em;background:var(--paper)}
.table{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums lining-nums;line-height:1.45}
th,td{padding:.5em .9em;border:1px solid var(--line);text-align:start;vertical-align:top}
th{font-weight:600}
th[align=center],td[align=center]{text-align:center}
th[align=right],td[align=right]{text-align:right}
table[dir]{margin-inline:0 auto}
caption{padding:.4em 0;color:var(--soft);font-size:.9em;text-align:start}
hr{height:1px;border:0;background:var(--line);margin:2.4em 0}
img,video,audio{max-width:100%;height:auto;vertical-align:middle}
img{background:transparent}
figure{margin-inline:0}
figcaption{color:var(--soft);font-size:.9em;margin-top:.5em}
mark{background:var(--mark);color:inherit;padding:.05em .15em;border-radius:.15em}
small{font-size:.875em}
sub,sup{line-height:0;font-size:.75em}
abbr[title]{text-decoration:underline dotted;text-underline-offset:.2em;cursor:help}
dt{font-weight:600}
dd{margin:0 0 .6em;margin-inline-start:1.4em}
summary{cursor:pointer}
details:not(.contents *)>summary{font-weight:600}
article details[open]>summary{margin-bottom:.5em}
math{font-size:1.08em;font-family:"STIX Two Math","Cambria Math","Latin Modern Math",math}
math.tml-display{display:block math;width:max-content;min-width:100%;padding:.2em 0}
math.tml-display:has(>mtable[style*="width:100%"]){width:auto}
.math{position:relative}
.math:has(>.tml-display){display:block;overflow-x:auto;overflow-y:hidden}
.tex{position:absolute;inset:0;overflow:hidden;opacity:0;white-space:nowrap;user-select:none;pointer-events:none}
.formula{color:var(--caution)}
.footnote-ref a{padding:0 .15em;text-decoration:none}
.footnotes-sep{margin:3em 0 1.2em;width:6rem}
.footnotes{font-size:.9em;color:var(--soft)}
.footnotes p{margin-bottom:.4em}
.footnote-backref{text-decoration:none}
li:target,sup:target{background:var(--mark)}
.notice{border:1px solid var(--line);border-inline-start:3px solid var(--warning);padding:.7em 1em;font-size:.9em;border-radius:var(--round)}
.written{direction:inherit;unicode-bidi:plaintext;white-space:pre-wrap;background:none;padding:0}
.x-c{color:var(--c-comment);font-style:italic}.x-s{color:var(--c-string)}.x-e{color:var(--c-escape)}.x-n{color:var(--c-number)}
.x-k{color:var(--c-keyword)}.x-f{color:var(--c-function)}.x-t{color:var(--c-type)}.x-a{color:var(--c-attribute)}
.x-i{color:var(--tip)}.x-d{color:var(--caution)}.x-h{color:var(--accent);font-weight:600}
.contents{font-size:.875rem;line-height:1.4;margin:0 0 2.2rem}
.contents summary{color:var(--soft);font-weight:600;padding:.35em 0}
.contents ol{list-style:none;margin:.3em 0 0;padding:0}
.contents li{margin:0}
.contents a{display:block;padding:.32em 0;color:var(--soft);text-decoration:none}
.contents a:hover{color:var(--accent)}
.contents .in-1 a{padding-inline-start:1em}
.contents .in-2 a{padding-inline-start:2em}
@media (min-width:76rem){
.with-contents{display:grid;grid-template-columns:minmax(0,1fr) min(var(--measure),100%) minmax(0,1fr)}
.with-contents .sheet{grid-column:2;grid-row:1;width:100%}
.with-contents .contents{grid-column:1;grid-row:1;position:sticky;top:0;align-self:start;justify-self:end;width:min(15rem,100%);max-height:100vh;overflow:auto;margin:0;padding:clamp(1.5rem,5vw,4rem) 0 2rem 1.5rem}
.contents summary{list-style:none;pointer-events:none}
.contents summary::-webkit-details-marker{display:none}
.contents details::details-content{content-visibility:visible;block-size:auto}
}
@media (max-width:75.999rem){.with-contents .contents{max-width:var(--measure);margin:0 auto;padding:1rem clamp(1.125rem,4vw,2rem) 0}
.contents details{border-block:1px solid var(--line);padding:.2em 0}}
@media (max-width:30rem){pre{margin-inline:calc(-1*clamp(1.125rem,4vw,2rem));border-radius:0;padding-inline:clamp(1.125rem,4vw,2rem)}th,td{padding:.4em .6em}}
@media (prefers-reduced-motion:no-preference){.anchor{transition:opacity .1s}}
@media (forced-colors:active){.task-list-item input{appearance:auto}}
@media print{
:root{color-scheme:light!important;--paper:#fff}
html{font-size:10.5pt}
.sheet{max-width:none;padding:0}
.with-contents{display:block}
.contents,.anchor{display:none!important}
pre,.table{overflow:visible}
pre{white-space:pre-wrap;border:1px solid var(--line)}
h1,h2,h3,h4{break-after:avoid}
details.alert::details-content{content-visibility:visible;block-size:auto}
pre,blockquote,tr,img,figure{break-inside:avoid}
article a[href^=http]::after{content:" (" attr(href) ")";font-size:.8em;color:var(--soft);overflow-wrap:anywhere}
}
`
