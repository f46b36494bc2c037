docker build --tag calmock .
docker run --detach --name mock --publish 127.0.0.1:4747:4747 --env CALMOCK_TOKEN --read-only calmock --sites en,de
docker logs --follow mock
docker stop mock
