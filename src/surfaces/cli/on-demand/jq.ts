// jq 1.8 as WebAssembly: a file of its own, because it is larger than the rest of the command line.
export { loadJq } from 'jq-wasm/inline'
