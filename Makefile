# `make` lists what there is. Every target sets up what it needs by itself (.ci/setup).

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
# The output of a step that failed halfway must not count as built.
.DELETE_ON_ERROR:
# Each step uses all cores, and steps in parallel would mix their output.
.NOTPARALLEL:

PULSEN_TOOLS ?= $(HOME)/.cache/pulsen/tools
export PULSEN_TOOLS
export PATH := $(CURDIR)/node_modules/.bin:$(PULSEN_TOOLS)/bin:$(PATH):$(HOME)/.cargo/bin

TARGET := $(or $(CARGO_TARGET_DIR),target)
DATA := .pulsen
STEP := .ci/step

# Without engine-wasm: built together with it the engine would get its `wasm` feature, and the tests would run another
# engine than the one in the server.
NATIVE := -p engine -p base -p convert -p store -p backend

WASM := engine-wasm/pkg/engine_wasm.js
CHECK := engine-wasm/check/pkg/check_wasm.js
WIDGET := widget/dist/index.html
# Host pages load the first; npm packs the folder of the second.
LOADER := loader/dist/loader.js loader/package/dist/index.js
CONSOLE := console/dist/index.html
# What the server serves and a release embeds.
PAGES := $(WIDGET) $(LOADER) $(CONSOLE)

# `find` lists folders too, whose time changes when a file is added or removed.
ENGINE_SOURCES := Cargo.toml $(wildcard Cargo.lock) $(wildcard engine*/Cargo.toml) engine-wasm/browser/Cargo.toml \
	$(shell find engine/src engine-wasm/src engine-wasm/browser/src 2>/dev/null)
CHECK_SOURCES := $(ENGINE_SOURCES) engine/build.rs engine-wasm/check/Cargo.toml \
	$(shell find engine-wasm/check/src 2>/dev/null)
# The widget imports the loader's protocol.
WIDGET_SOURCES := $(wildcard package-lock.json tsconfig.base.json widget/*.json widget/*.html widget/*.ts) \
	$(wildcard loader/package.json loader/compress.mjs) $(shell find widget/src widget/public loader/src 2>/dev/null)
LOADER_SOURCES := $(wildcard package-lock.json tsconfig.base.json loader/*.json loader/*.ts loader/*.mjs) \
	$(wildcard loader/package/*.json loader/package/*.mjs) $(shell find loader/src loader/package/src 2>/dev/null)

# The loader has what compresses it.
CONSOLE_SOURCES := $(wildcard package-lock.json tsconfig.base.json console/*.json console/*.html console/*.ts) \
	loader/compress.mjs $(shell find console/src 2>/dev/null)

.PHONY: help run template-pictures console-pictures static deb reproducible openapi licenses accessibility test test-doc test-check test-loader test-native test-postgres test-deploy test-widget test-console test-e2e test-firefox test-smallest gallery proof-offline proof-chat build check check-format check-clippy \
	check-deny check-structure check-types check-bytes deny advisories fuzz fuzz-api bench bench-programs conformance house format setup setup-tests server clean

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.* ## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

setup: ## install what building and the demo need
	@.ci/setup

setup-tests: ## install what the tests need as well: databases, proxies, a browser
	@.ci/setup tests

# Both processes end together, whatever ends first: Ctrl-C, a port that is taken, a signal to make. Data that `make run` cannot fill, since
# somebody has made something of their own in it, are shown as they are.
run: server ## build and start the demo: server on 127.0.0.1:8080, a host page on localhost:8081
	@$(TARGET)/debug/pulsen import examples --data $(DATA)
	@for template in examples/templates/*/; do $(TARGET)/debug/pulsen import $$template --data $(DATA) >/dev/null; done
	@[[ "$(PAST)" == no ]] || node examples/demo/story.mjs | $(TARGET)/debug/pulsen fill-demo --data $(DATA) || true
	@printf '\n  twelve templates         http://localhost:8081/\n'
	@printf '  a shop with the widget   http://localhost:8081/shop\n'
	@printf '  a link page              http://127.0.0.1:8080/feedback?node_id=demo-node\n'
	@printf '  the widget alone         http://127.0.0.1:8080/widget?code=PSN-DEMO123\n'
	@printf '  the console, for Ann     %s\n\n(Ctrl-C ends all)\n\n' "$$( \
	  $(TARGET)/debug/pulsen user add ann@demo.example --name Ann --role owner --data $(DATA) 2>/dev/null || \
	  $(TARGET)/debug/pulsen user reset ann@demo.example --data $(DATA) 2>/dev/null)"
	@node examples/host/serve.mjs http://127.0.0.1:8080 8081 & \
	  $(TARGET)/debug/pulsen serve --listen 127.0.0.1:8080 --data $(DATA) & server=$$!; \
	  trap 'trap - EXIT; kill $$(jobs -p) 2>/dev/null || true; wait' INT TERM EXIT; \
	  wait $$server

# In order of their duration, so that cheap tests fail first.
test: test-doc test-check test-loader test-widget test-console test-native test-postgres test-deploy test-e2e ## run every test

test-doc: setup ## run the examples in the engine's documentation
	@$(STEP) "examples in the engine's documentation" cargo test --locked --quiet --doc -p engine

test-check: setup $(CHECK) ## compare the check of flows in WebAssembly with the native one
	@$(STEP) "check of flows in WebAssembly" cargo test --locked --quiet $(NATIVE) --test browser_check -- --ignored

test-native: setup-tests $(PAGES) ## run the tests of engine and server, on SQLite
	@if cargo nextest --version >/dev/null 2>&1; then \
	  $(STEP) "native tests" cargo nextest run --locked $(NATIVE); \
	else \
	  $(STEP) "native tests" cargo test --locked $(NATIVE) --lib --bins --tests; \
	fi

# The tests of servers and of the store once more, on a PostgreSQL of their own.
test-postgres: setup-tests $(PAGES) ## run the tests of server and store on PostgreSQL
	@if cargo nextest --version >/dev/null 2>&1; then \
	  $(STEP) "server tests on PostgreSQL" .ci/with-postgres cargo nextest run --locked $(NATIVE) \
	    -E 'package(store) + (package(backend) & kind(test))'; \
	else \
	  $(STEP) "server tests on PostgreSQL" .ci/with-postgres cargo test --locked $(NATIVE) --test it && \
	  $(STEP) "store tests on PostgreSQL" .ci/with-postgres cargo test --locked $(NATIVE) -p store; \
	fi

# The package, its unit where there is systemd to check it, and the examples for proxies.
test-deploy: setup-tests server ## test the Debian package, its unit, and the examples for proxies
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "deployment" node --test --test-reporter=spec deploy/test/

test-loader: setup ## run the unit tests of the loader
	@$(STEP) "loader tests" npm test -w loader

test-widget: setup $(WASM) ## run the unit tests of the widget
	@$(STEP) "widget tests" npm test -w widget

test-console: setup $(CHECK) ## run the unit tests of the console
	@$(STEP) "console tests" npm test -w console

test-e2e: setup-tests server ## run the page tests of widget, loader and console in Chromium
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "page tests" npm run e2e -w widget
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "host page tests" npm run e2e -w loader
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "console page tests" npm run e2e -w console
	@$(STEP) "proofs of accessibility" node .ci/accessibility/make.mjs --check

test-firefox: setup-tests server ## walk through the widget in Debian's Firefox too (installs it)
	@.ci/firefox
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "host page tests in Firefox" npm run e2e-firefox -w loader

# It compiles the server once more, without any feature.
test-smallest: setup ## test that the smallest server refuses what it leaves out
	@$(STEP) "refusals of the smallest server" cargo test --locked --quiet $(NATIVE) --no-default-features --lib left_out

# What needs chance or minutes is not in `make test`, which passes or fails by the code alone. PULSEN_PROOF_SEED repeats a run with
# the printed seed.
proof-offline: setup-tests server ## kill browser and server ten times while 500 feedbacks are sent that were answered offline
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "kills" npm run proof -w widget

proof-chat: setup-tests server ## kill servers, PostgreSQL, Redis, browsers and networks while 400 messages of a chat are on their way
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen PULSEN_PROOF_MESSAGES=400 PULSEN_PROOF_KILLS=10 \
	  $(STEP) "delivery" node bench/delivery/run.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen PULSEN_PROOF_MESSAGES=400 \
	  $(STEP) "delivery to pages" npm run e2e -w loader -- e2e/chatDelivery.spec.ts

template-pictures: setup-tests server ## photograph the first page of each template, for the start page of the demo
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "pictures of templates" node .ci/template-pictures.mjs

console-pictures: setup-tests server ## photograph the console with the demo's data, for the documentation
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen $(STEP) "pictures of the console" node .ci/console-pictures.mjs

gallery: setup-tests server ## photograph every question and element in every state, into gallery/index.html
	@rm -rf gallery
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen PULSEN_GALLERY=$(CURDIR)/gallery $(STEP) "gallery" npm run gallery -w widget

# Built with the profile and the packages of the tests, so that running and testing compile each crate once.
server: setup $(PAGES)
	@$(STEP) "server" cargo build --locked $(NATIVE) --bin pulsen

build: setup $(PAGES) ## build target/release/pulsen with everything embedded
	@$(STEP) "release binary" cargo build --release --locked -p backend --bin pulsen

# Paths of this machine have no place in what others run, and would keep two builds from being equal.
static: export RUSTFLAGS := --remap-path-prefix=$(CURDIR)= --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src/=
static: export CC_x86_64_unknown_linux_musl := musl-gcc
static: export CFLAGS_x86_64_unknown_linux_musl := -ffile-prefix-map=$(CURDIR)= -ffile-prefix-map=$(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src/=
static: setup $(PAGES) ## build target/x86_64-unknown-linux-musl/release/pulsen, which needs no library (installs musl-tools)
	@.ci/musl
	@$(STEP) "static binary" cargo build --release --locked --target x86_64-unknown-linux-musl -p backend --bin pulsen
	@$(STEP) "static binary on its own" .ci/alone $(TARGET)/x86_64-unknown-linux-musl/release/pulsen

deb: build ## build target/pulsen_VERSION_ARCHITECTURE.deb
	@$(STEP) "Debian package" deploy/debian/make $(TARGET)/release/pulsen $(TARGET)

reproducible: ## build the static binary twice from nothing, in different folders, and compare
	@.ci/reproducible

openapi: server ## write docs/openapi.json, the description of the HTTP interface, and the types that widget, loader and console have of it
	@$(TARGET)/debug/pulsen openapi > docs/openapi.json
	@node .ci/wire/generate.mjs

accessibility: ## write which page tests prove which criterion of the WCAG, after `make test-e2e`
	@node .ci/accessibility/make.mjs

licenses: setup ## write what `pulsen licenses` prints
	@node .ci/licenses/make.mjs

check: check-format check-structure check-types check-clippy check-deny check-bytes ## check format, references, structure, lint, types and byte budgets

check-format: setup
	@$(STEP) "format of Rust" cargo fmt --all --check
	@$(STEP) "format and lint of TypeScript" biome ci --colors=off --error-on-warnings

# Dead references, import circles of TypeScript, files over their limit, undocumented public items.
check-structure: setup
	@$(STEP) "references and structure" .ci/check/run

check-types: setup $(WASM) $(CHECK)
	@$(STEP) "types of the HTTP interface" node .ci/wire/generate.mjs --check
	@$(STEP) "types" npm run typecheck -w widget -w loader -w console

# With the features of the server, for the browser with the stricter rules of .ci/browser (but for the check, which writes
# sentences), and the server without what a small installation may leave out.
check-clippy: setup $(PAGES)
	@$(STEP) "clippy" cargo clippy --locked $(NATIVE) --features backend/bench --all-targets -- -D warnings
	@CLIPPY_CONF_DIR=$(CURDIR)/.ci/browser $(STEP) "clippy, browser" cargo clippy --locked -p engine-wasm -p browser --target wasm32-unknown-unknown -- -D warnings
	@$(STEP) "clippy, check in the browser" cargo clippy --locked -p check-wasm --target wasm32-unknown-unknown -- -D warnings
	@$(STEP) "clippy, smallest server" cargo clippy --locked $(NATIVE) --no-default-features --lib --bins -- -D warnings

# cargo-deny takes minutes to install, so only what a machine has is used (`make deny` installs it); the script checks the same
# rules.
check-deny: setup
	@$(STEP) "dependencies" node .ci/check/dependencies.mjs
	@$(STEP) "licenses" node .ci/licenses/make.mjs --check
	@if cargo deny --version >/dev/null 2>&1; then \
	  $(STEP) "dependencies, by cargo-deny" cargo deny --log-level error check bans licenses sources; \
	fi
	@if [[ -d $(or $(ADVISORIES),$(PULSEN_TOOLS)/advisory-db) ]]; then \
	  $(STEP) "known vulnerabilities" node .ci/check/advisories.mjs $(or $(ADVISORIES),$(PULSEN_TOOLS)/advisory-db); \
	fi

advisories: setup ## compare the dependencies with known vulnerabilities (RustSec's from GitHub, or in ADVISORIES=FOLDER; npm's)
	@$(STEP) "known vulnerabilities" .ci/advisories $(ADVISORIES)

deny: setup ## check the dependencies by cargo-deny, which reads license files too (installs it, some minutes once)
	@.ci/deny
	@$(STEP) "dependencies, by cargo-deny" cargo deny --log-level error check bans licenses sources

check-bytes: $(PAGES)
	@$(STEP) "byte budgets" node bench/bytes.mjs

# The inputs that a run finds are packed into engine/fuzz/found, and replayed by the native tests. To repeat the property
# tests, set PROPTEST_RNG_SEED to the printed seed.
fuzz: setup ## test the engine with fresh random flows and events, and keep what reaches new code (needs a nightly compiler)
	@export PROPTEST_RNG_SEED=$${PROPTEST_RNG_SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; \
	  $(STEP) "engine's property tests, PROPTEST_RNG_SEED=$$PROPTEST_RNG_SEED" cargo test --locked --quiet -p engine --lib --test properties --test patterns; \
	  $(STEP) "masking's property tests, PROPTEST_RNG_SEED=$$PROPTEST_RNG_SEED" cargo test --locked --quiet -p base --lib masking
	@cd engine/fuzz && for target in flow_parse flow_events; do \
	  node found.mjs unpack $$target corpus/$$target && rm -rf least/$$target && mkdir -p least/$$target && \
	  cargo +nightly fuzz run --fuzz-dir . $$target corpus/$$target seeds/$$target -- \
	    -max_total_time=$(or $(SECONDS_EACH),300) -max_len=20000 && \
	  cargo +nightly fuzz run --fuzz-dir . $$target least/$$target seeds/$$target corpus/$$target -- \
	    -set_cover_merge=1 -max_len=900 && \
	  node found.mjs pack $$target least/$$target || exit 1; \
	done

fuzz-api: setup-tests server ## send random requests to a server for 30 minutes (SECONDS_EACH), and compare the responses with the description
	@PULSEN_BIN=$(abspath $(TARGET))/debug/pulsen .ci/fuzz-api $(or $(SECONDS_EACH),1800)

bench: setup-tests build bench-programs ## measure bytes, the engine beside others, pages, clicks, offline, the chat, ingest, a flood of sign-ins, unknown addresses, the console, uploads, lists of 10 million, results, the source files
	@$(STEP) "bytes" node bench/bytes.mjs
	@$(STEP) "answer plus next" node bench/engine/answer-next.mjs
	@$(STEP) "answer plus next, natively" node bench/engine/native.mjs
	@$(STEP) "first view" node bench/engine/first-view.mjs
	@$(STEP) "rules" node bench/engine/rules.mjs
	@$(STEP) "check of flows" node bench/engine/check.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "size, start, memory" node bench/footprint.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "first question" node bench/first-question.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "click" node bench/click.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "start offline" node bench/offline.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "outbox" node bench/outbox.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "host page" node bench/host.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "chat" .ci/with-postgres --durable .ci/with-redis node bench/chat.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "pages" node bench/pages.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "ingest" .ci/with-postgres --durable node bench/ingest.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "signing in" node bench/sign-in.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "unknown addresses" node bench/unknown-address.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "uploads" node bench/uploads.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "photos" node bench/photos.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "console" node bench/console.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "lists" node bench/lists.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "results" node bench/results.mjs
	@PULSEN_BIN=$(abspath $(TARGET))/release/pulsen $(STEP) "lists on PostgreSQL" .ci/with-postgres node bench/lists.mjs
	@$(STEP) "source files" node .ci/check/house.mjs

# The load client, and the server that stores nothing. `pulsen` itself is built without what they need.
bench-programs: setup $(PAGES)
	@$(STEP) "programs of the benchmarks" cargo build --release --locked -p backend --features bench --bin ingest_load --bin parse_only

# The suite is in no registry: SUITE is the folder `test-suite` of a clone of socketio/socket.io-protocol.
conformance: setup-tests $(PAGES) ## run the conformance suite of Socket.IO's protocol against the server's sockets (SUITE=FOLDER)
	@$(STEP) "program of the suite" cargo build --locked $(NATIVE) --features backend/bench --bin socket_echo
	@PULSEN_SOCKET_ECHO=$(abspath $(TARGET))/debug/socket_echo $(STEP) "conformance" node bench/socket/conformance.mjs "$(SUITE)"

house: ## report the length of files
	@node .ci/check/house.mjs

format: setup ## format all sources
	@cargo fmt --all
	@biome check --write

clean: ## remove everything built and the demo's data
	@rm -rf $(TARGET) engine-wasm/pkg engine-wasm/check/pkg widget/dist loader/dist loader/package/dist console/dist $(DATA)

# The remapped path keeps the builder's folders out of what visitors download. Of wasm-opt's levels -O3 gives the smallest file
# after Brotli and the fastest code.
define wasm
	@RUSTFLAGS="--remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}/registry/src/=" \
	  $(STEP) "$(1)" cargo build --locked -p $(2) --target wasm32-unknown-unknown --profile wasm
	@wasm-bindgen --target web --out-dir $(@D) $(TARGET)/wasm32-unknown-unknown/wasm/$(basename $(@F)).wasm
	@wasm-opt -O3 --reorder-functions --strip-producers --strip-target-features -o $(@:.js=_bg.wasm) $(@:.js=_bg.wasm)
	@touch $@
endef

$(WASM): $(ENGINE_SOURCES) | setup
	$(call wasm,engine for the browser,engine-wasm)

$(CHECK): $(CHECK_SOURCES) | setup
	$(call wasm,check of flows for the browser,check-wasm)

$(WIDGET): $(WASM) $(WIDGET_SOURCES) | setup
	@$(STEP) "widget" npm run build -w widget
	@touch $@

$(LOADER) &: $(LOADER_SOURCES) | setup
	@$(STEP) "loader" npm run build -w loader
	@touch $(LOADER)

$(CONSOLE): $(CHECK) $(CONSOLE_SOURCES) | setup
	@$(STEP) "console" npm run build -w console
	@touch $@
