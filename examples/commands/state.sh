npx calmock --state calmock.state # creates calmock.state
