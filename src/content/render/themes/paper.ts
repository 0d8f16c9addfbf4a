// The theme `paper`: a page from a well-made book.

export const paper = `
:root{--paper:light-dark(#fbf8f1,#1b1916);--ink:light-dark(#2b2620,#e4ddd0);--soft:light-dark(#6d6353,#a99f8e);--line:light-dark(#ddd4c2,#3d3831);
--accent:light-dark(#8c2f1b,#e5967a);--tint:light-dark(#f3eee2,#25221e);--mark:light-dark(#f6e5a8,#57471b);
--text:400 1.125rem/1.65 Charter,"Bitstream Charter","Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4",Georgia,serif;--display:400 1em/1.2 "Iowan Old Style","Palatino Linotype",Palatino,Charter,"Bitstream Charter",Georgia,serif;
--mono:"Berkeley Mono","IBM Plex Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;--measure:40rem;--gap:1.05em;--round:2px;
--c-comment:light-dark(#756a58,#9b9080);--c-string:light-dark(#4a6321,#b5c98a);--c-escape:light-dark(#8a5a12,#dbb26a);--c-number:light-dark(#1f5f7a,#8fc3d9);
--c-keyword:light-dark(#8c2f1b,#e5967a);--c-function:light-dark(#5a3d8a,#c6aee8);--c-type:light-dark(#7a4d10,#dcb578);--c-attribute:light-dark(#1f5f7a,#8fc3d9)}
article{font-variant-numeric:oldstyle-nums;hanging-punctuation:first allow-end last;text-wrap:pretty}
h1{font-size:2.35em;letter-spacing:-.012em;margin-bottom:.9em;padding-bottom:.55em}
h1::after{content:"";position:absolute;inset-inline-start:0;bottom:0;width:3.2rem;height:1px;background:var(--accent)}
h1[align=center]::after,[align=center]>h1::after{inset-inline-start:calc(50% - 1.6rem)}
h2{font-size:1.55em;margin-top:2.1em}
h3{font-size:1.2em;font-style:italic}
h4,h5,h6{font-size:1em;font-variant-caps:all-small-caps;letter-spacing:.06em}
blockquote{border-inline-start-width:1px;border-color:var(--accent);font-style:italic;padding-inline-start:1.4em}
blockquote :is(em,i),.alert{font-style:normal}
.alert{border-inline-start-width:2px;border-color:var(--tone)}
code,kbd,samp,pre,tt{font-size:.8em}
pre{border-block:1px solid var(--line);line-height:1.6}
th,td{border-width:0 0 1px;padding:.5em 0;padding-inline-end:1.1em}
table{border-block:1.5px solid var(--ink);line-height:1.4;font-size:.94em}
thead th{border-bottom:1px solid var(--ink);font-weight:400;font-style:italic;color:var(--soft)}
tbody tr:last-child>*{border-bottom:0}
hr{background:none;height:auto;text-align:center;line-height:1}
hr::before{content:"\\2042"/"";color:var(--soft);font-size:1.3em}
.footnotes-sep{height:1px;background:var(--line)}
.footnotes-sep::before{content:none}
.contents{font-family:system-ui,sans-serif}
`
