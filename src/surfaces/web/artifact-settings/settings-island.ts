// The settings of a page act as soon as they are changed.

import { h, hydrate } from 'preact'
import { PageSettings } from './page-settings.tsx'

const host = document.querySelector<HTMLElement>('[data-page-settings]')
if (host) hydrate(h(PageSettings, JSON.parse(host.dataset.pageSettings!)), host)
