module.exports = { events: 12 }
