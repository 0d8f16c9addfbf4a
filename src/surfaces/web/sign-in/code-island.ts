// The field of the six-digit code with a script: the sixth digit sends the form, however they were typed or pasted.

const field = document.querySelector<HTMLInputElement>('#code')!
const form = field.form!

field.addEventListener('input', () => {
  const digits = field.value.replace(/\D/g, '')
  if (digits.length !== 6) return
  field.value = digits
  form.requestSubmit()
})
form.addEventListener('submit', event => {
  if (form.ariaBusy === 'true') event.preventDefault()
  form.ariaBusy = 'true'
})
addEventListener('pageshow', () => {
  form.ariaBusy = null
})
