// The theme `terminal`: text as it stands on a screen of letters.

export const terminal = `
:root{--paper:light-dark(#f6f7f2,#0e1310);--ink:light-dark(#1d2a22,#c9dccb);--soft:light-dark(#55665a,#86a08c);--line:light-dark(#c4cec2,#2f3c33);
--accent:light-dark(#0b6b39,#5fe08f);--tint:light-dark(#e9eee6,#151c17);--mark:light-dark(#e8e39a,#4d4a12);
--text:400 .9375rem/1.65 "JetBrains Mono","IBM Plex Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;--display:700 1em/1.4 "JetBrains Mono","IBM Plex Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;
--mono:inherit;--measure:50rem;--gap:1.15rem;--round:0;
--c-comment:light-dark(#5c6d61,#7f9886);--c-string:light-dark(#7a4b00,#e6c07b);--c-escape:light-dark(#8b2b6b,#e39ad0);--c-number:light-dark(#0d5b8c,#7cc5f0);
--c-keyword:light-dark(#0b6b39,#5fe08f);--c-function:light-dark(#0d5b8c,#7cc5f0);--c-type:light-dark(#6a3aa0,#c9a6f5);--c-attribute:light-dark(#7a4b00,#e6c07b)}
h1,h2,h3,h4,h5,h6{font-size:1em;color:var(--accent);margin-top:2.2em}
h1{font-size:1.3em;text-transform:none;padding-bottom:.55em;border-bottom:1px dashed var(--line)}
h2{font-size:1.1em}
h5,h6{color:var(--soft)}
h1::before{content:"# "/"";color:var(--soft)}
h2::before{content:"## "/"";color:var(--soft)}
h3::before{content:"### "/"";color:var(--soft)}
h4::before{content:"#### "/"";color:var(--soft)}
h5::before{content:"##### "/""}
h6::before{content:"###### "/""}
code,kbd,samp,pre,tt{font-size:1em}
code,tt,samp{border-radius:0;padding:.05em .3em}
pre{border:1px solid var(--line);padding:.85em 1.1em}
ul{list-style:"- "}
ul ul{list-style:"* "}
ul,ol{padding-inline-start:2.2ch}
ol{padding-inline-start:3.2ch}
.task-list-item input{border-radius:0;margin-inline:-2.2ch .8ch}
blockquote{border-inline-start:0;padding-inline-start:2.4ch;position:relative}
blockquote:not(.alert)::before{content:"";position:absolute;inset-inline-start:.4ch;top:.2em;bottom:.2em;border-inline-start:2px dotted var(--soft)}
.alert{border:1px solid var(--tone);padding:.7em 1.6ch}
.alert-title::before{content:"! "/""}
th,td{border:1px solid var(--line);padding:.35em 1.2ch}
th{color:var(--accent);font-weight:700}
hr{height:0;background:none;border-top:1px dashed var(--line)}
mark{border-radius:0}
.footnotes-sep{width:auto}
`
