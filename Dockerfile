# Not built where it was written: no Docker was there. It follows the same steps as a plain installation.
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir --prefix=/install .

FROM python:3.12-slim
COPY --from=build /install /usr/local
RUN useradd --create-home siegeworks && install -d -o siegeworks /data
USER siegeworks
ENV SIEGEWORKS_CACHE=/data/compiled
VOLUME /data
EXPOSE 8037
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8037/api/ready', timeout=4)"]
CMD ["siegeworks", "serve", "--host", "0.0.0.0", "--no-browser", "--data", "/data"]
