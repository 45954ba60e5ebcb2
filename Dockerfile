# The steps were tried by hand; no Docker engine was at hand to build the image itself.
# The build needs no Node of the image: hatch_build.py asks for a wheel that carries it.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY docs/rules docs/rules
COPY web web
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
COPY constraints.txt /tmp/constraints.txt
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --constraint /tmp/constraints.txt "$(ls /wheels/*.whl)[passkeys,postgres]"
RUN useradd --create-home siegeworks && install -d -o siegeworks /data
USER siegeworks
ENV SIEGEWORKS_CACHE=/data/compiled
VOLUME /data
EXPOSE 8037
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8037/api/ready', timeout=4)"]
CMD ["siegeworks", "serve", "--host", "0.0.0.0", "--no-browser", "--data", "/data"]
