// A report with figures, a chart and a table, and a plan in Markdown, as people publish them; each in two versions.

const bars = [38, 44, 43, 52, 58, 57, 69, 88, 104, 96, 81, 92]
  .map(
    (height, month) =>
      `<rect x="${month * 52 + 8}" y="${120 - height}" width="40" height="${height}" rx="3"/>` +
      `<text x="${month * 52 + 28}" y="136">${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[month]}</text>`,
  )
  .join('')

const figure = (label: string, value: string, change: string): string =>
  `<div class="figure"><span>${label}</span><b>${value}</b><span>${change}</span></div>`

const account = (cells: readonly string[]): string =>
  `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`

const review = (churn: string, reason: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Q3 revenue review</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 46rem; margin: 2.5rem auto; padding: 0 1.25rem }
h1 { font-size: 2rem; margin: 0 }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1.5rem 0 }
.figure { display: grid; padding: 1rem; border-radius: .5rem; background: light-dark(#f6f8f7, #212329) }
.figure b { font-size: 1.5rem }
svg { width: 100%; fill: #0a7f63; font-size: 12px }
svg text { fill: currentColor; text-anchor: middle }
table { width: 100%; border-collapse: collapse }
td, th { padding: .5rem 0; text-align: start; border-bottom: 1px solid light-dark(#e3e8e6, #32353c) }
</style>
<h1>Q3 revenue review</h1>
<p>Revenue grew 18.2% on the quarter, mostly from expansion. Churn needs a closer look.</p>
<div class="figures">${figure('Revenue', '$1.24M', '+18.2%')}${figure('Customers', '3,482', '+214')}${figure('Churn', churn, '+0.3 pts')}${figure('Net retention', '114%', '+2 pts')}</div>
<h2>Monthly revenue, thousands of dollars</h2>
<svg viewBox="0 0 632 140" role="img" aria-label="Revenue by month">${bars}</svg>
<p>${reason}</p>
<h2>Top accounts</h2>
<table><tr><th>Account<th>Plan<th>Revenue<th>Owner</tr>
${[
  ['Northwind', 'Enterprise', '$182,000', 'Ana'],
  ['Contoso', 'Pro', '$98,400', 'Ben'],
  ['Fabrikam', 'Pro', '$71,900', 'Ana'],
]
  .map(account)
  .join('\n')}</table>`

export const reviews = [
  review('2.0%', 'Churn rose in the autumn. We expect it to fall again in December.'),
  review(
    '2.1%',
    'Churn rose because two accounts merged; we expect 1.8% once Fabrikam closes in December. The pipeline for the new region opens in January.',
  ),
] as const

export const plan = `# Checkout redesign

We want to cut the number of steps in checkout from **seven** to **three**. This document says why, how, and what it costs.

> **Draft for Thursday.** Please comment on the year itself.

## Why

Abandonment grew from 61% to 68% in a year. The median time from cart to payment is 2:41, measured in October.

| Step | Median | Abandon |
| --- | ---: | ---: |
| Cart | 0:22 | 15.3% |
| Address | 1:14 | 22.8% |
| Delivery | 0:31 | 8.4% |
| Payment | 1:14 | 21.9% |

People leave where we ask for an address we already know, and where a bank opens a second window.

## How

One page, three parts. Address and delivery are filled in from the last order; payment opens in place.
`
