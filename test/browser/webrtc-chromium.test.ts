// A closed page carries nothing out by WebRTC in Chromium.
import { closedToWebrtc } from './closed-to-webrtc.ts'

closedToWebrtc('chromium')
