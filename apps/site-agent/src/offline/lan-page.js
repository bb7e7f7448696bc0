// For any phone, so in the language of ten years ago. What was typed stays in the fields and nowhere else.
;(function () {
  var form = document.getElementById('form')
  var said = document.getElementById('said')
  var field = function (id) {
    return document.getElementById(id)
  }
  var buttons = [].slice.call(document.getElementsByTagName('button'))
  var isWaiting = false

  function say(text, kind) {
    said.hidden = false
    said.className = kind
    said.textContent = text
    if (said.scrollIntoView) said.scrollIntoView(false)
  }
  function wait(isOn) {
    isWaiting = isOn
    buttons.forEach(function (button) {
      button.disabled = isOn
    })
  }
  function open(equipmentId) {
    var box = field('box').value
    var pin = field('pin').value
    if (isWaiting) return
    if (!/\S/.test(box) || !/^\d{6}$/.test(pin)) {
      say(form.getAttribute('data-fields'), 'bad')
      field(/\S/.test(box) ? 'pin' : 'box').focus()
      return
    }
    var wanted = { box: box, pin: pin, lang: document.documentElement.lang }
    var lock = field('lock').value
    if (equipmentId) wanted.equipmentId = equipmentId
    else if (/\S/.test(lock)) wanted.lockId = lock
    wait(true)
    say(form.getAttribute('data-working'), '')
    var call = new XMLHttpRequest()
    call.open('POST', '/lan/v1/open')
    call.setRequestHeader('Content-Type', 'application/json')
    call.timeout = 90000
    call.onloadend = function () {
      var answer = {}
      try {
        answer = JSON.parse(call.responseText)
      } catch (broken) {
        // Nothing came, or nothing of ours.
        answer = { reason: broken }
      }
      wait(false)
      say(answer.text || form.getAttribute('data-lost'), call.status === 200 ? 'good' : 'bad')
    }
    call.send(JSON.stringify(wanted))
  }
  form.addEventListener('submit', function (event) {
    event.preventDefault()
    open()
  })
  buttons.forEach(function (button) {
    var id = button.getAttribute('data-id')
    if (id)
      button.addEventListener('click', function () {
        open(id)
      })
  })
})()
