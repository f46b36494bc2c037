mkcert -install
mkcert -cert-file cert.pem -key-file key.pem localhost events.test # creates cert.pem
npx calmock --cert cert.pem --key key.pem --allow-host events.test
