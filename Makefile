# mrz-scan: build, run, test, install. `make help` lists what there is.

PREFIX ?= /usr/local
SWIFT ?= swift
# The Swift toolchain brings a compiler for C where there is no other.
ifeq ($(origin CC),default)
CC := $(shell command -v cc || command -v clang)
endif
# One set of flags for everything, so that nothing is built twice. An import that Package.swift does not declare is an
# error: the arrows between the modules are kept by the compiler.
FLAGS := -c release --explicit-target-dependency-import-check error
BIN := .build/release
# Runs the tests that are built.
TEST = $(SWIFT) test $(FLAGS) --skip-build --disable-testable-imports
SOURCES := Sources Tests Examples Package.swift

# Tesseract and Leptonica for the program, Video4Linux for its camera; the codecs and tools behind its inputs; libcrypto
# for chips and certificates; libqrencode for codes.
PACKAGES := libtesseract-dev libleptonica-dev libv4l-dev libjpeg-dev libpng-dev libarchive-dev libheif-dev poppler-utils libsqlite3-dev \
    libssl-dev libqrencode4 python3
# A device file without a device, for the camera of the tests.
TEST_PACKAGES := libfuse3-dev fuse3
# The browsers that the pages are tested in, a screen for one of them, what looks for barriers in them, and what reads a code
# as a telephone does.
BROWSER_PACKAGES := chromium firefox-esr xvfb xdotool python3-venv zbar-tools
AXE := axe-playwright-python==0.1.8
# A chip without a document and a reader without hardware.
CHIP_PACKAGES := pcscd vsmartcard-vpcd libpcsclite1 python3 python3-cryptography
# A kernel to build, and what its first process is made of, for the test with the kernel's own driver.
RIG_PACKAGES := gcc flex bison bc xz-utils busybox-static
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# A pipe fails where any of its commands does.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help build mrz-bench run test test-camera bench baseline check-imports format format-check install uninstall dependencies
.PHONY: test-training typefaces perspective pages scenes chip-packages camera-rig camera-test live-bench test-packages toolchain clean
.PHONY: test-again test-repeated test-quick coverage api-test sbom documentation fuzz test-asan test-tsan leaks soak honesty
.PHONY: faults power-loss test-shims test-arm flood
.PHONY: browser-time desk-time peers
.PHONY: packages deb wheel abi-check test-install browser-packages screenshots

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

build: toolchain dependencies ## Build the program.
	$(SWIFT) build $(FLAGS) --product mrz-scan

run: build ## Build the program and read the specimens of Samples/.
	@# 1 says that something could not be verified, as it should be for the samples without a zone.
	$(BIN)/mrz-scan Samples || [ $$? -eq 1 ]

test: toolchain dependencies ## Check the imports and run every test; print how long each suite took.
	@# What `test-again` reads is of this run, or not there.
	rm -f .build/tests.log
	Tests/scripts/modules.py
	time -p $(SWIFT) build $(FLAGS) --build-tests
	@# What failed is told once more at the end, where it is found.
	$(TEST) 2>&1 | tee .build/tests.log; \
	    status=$$?; Tests/scripts/suite-times.py .build/tests.log; exit $$status

test-again: ## Run what failed in the last `make test` once more, alone: three tests at most, each with a browser.
	@failed=$$(Tests/scripts/failed-tests.py .build/tests.log) || exit 1; \
	    read -r count filter <<< "$$failed"; \
	    echo "Failed once, to be run again: $$filter"; \
	    $(TEST) --no-parallel --filter "$$filter" 2>&1 | tee .build/tests-again.log && \
	    grep -q "Test run with $$count tests\? .* passed" .build/tests-again.log

TIMES ?= 10

test-repeated: toolchain dependencies ## Run every test TIMES=10 times in a row beside other work on every core.
	$(SWIFT) build $(FLAGS) --build-tests
	Tests/scripts/repeat-tests.sh $(TIMES) $(TEST)

# No model, no process, no device.
quick = ^(MRZParsing|JSON|Imaging|Threads|Frames|CSampling|CNetwork|Recognition|AccessKeys|Reporting|Bridge|MRZDetection)Tests

test-quick: toolchain dependencies ## Run the tests that need no model, no process and no device, in under half a minute.
	$(SWIFT) build $(FLAGS) --build-tests
	time -p $(TEST) --filter '$(quick)'

# Instrumented code is built anew.
coverage: toolchain dependencies test-camera ## Run every test and print which lines of each module they reach.
	$(SWIFT) build $(FLAGS) --build-tests --enable-code-coverage --scratch-path .build-coverage
	rm -rf .build-coverage/profiles
	env LLVM_PROFILE_FILE=$(CURDIR)/.build-coverage/profiles/%p-%m.profraw \
	    $(TEST) --scratch-path .build-coverage --skip '$(limits)'
	Tests/scripts/coverage.py "$$($(SWIFT) build $(FLAGS) --scratch-path .build-coverage --show-bin-path)" \
	    .build-coverage/profiles

test-camera: test-packages ## Build the camera that the tests use; without it they skip what needs one.
	@mkdir -p .build
	$(CC) -std=gnu17 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -I/usr/include/fuse3 Tests/TestCamera/Device/*.c \
	    -o .build/test-camera -lfuse3 -llept -lpthread

camera-rig: test-packages ## Build a kernel with a webcam plugged in, in about ten minutes, for camera-test.
	$(call install-missing,$(RIG_PACKAGES))
	Tests/CameraRig/build

camera-test: camera-rig build ## Read a passport through the kernel's own uvcvideo, in user-mode Linux.
	$(SWIFT) build $(FLAGS) --build-tests
	Tests/CameraRig/run Samples/td3/096-scan-rgb.jpg 1280x720,640x480 env KERNEL_CAMERA=/dev/video0 \
	    $(BIN)/mrz-scanPackageTests.xctest --testing-library swift-testing --filter KernelCameraTests
	Tests/CameraRig/run Samples/td3/096-scan-rgb.jpg 1280x720,640x480 $(BIN)/mrz-scan --device /dev/video0

mrz-bench: toolchain dependencies ## Build the program that measures.
	$(SWIFT) build $(FLAGS) --product mrz-bench

bench: mrz-bench ## Read the specimens and compare with Samples/baseline.json; fail if anything is worse.
	$(BIN)/mrz-bench Samples --baseline Samples/baseline.json

# What other readers run in.
PEER_PACKAGES := tesseract-ocr tesseract-ocr-eng python3-venv libgl1
SET ?= Samples

peers: mrz-bench build ## Read SET=Samples with other readers too, in one run; the first time they are fetched from PyPI.
	$(call install-missing,$(PEER_PACKAGES))
	Tests/Peers/prepare
	Tests/Peers/run $(BIN)/mrz-bench $(SET)

live-bench: mrz-bench ## Play the specimens as video before a live scan; fail if anything is falsely verified.
	$(BIN)/mrz-bench Samples --live

baseline: mrz-bench ## Write Samples/baseline.json anew from what is read now.
	@# 1 says that something was falsely verified: the baseline is to be written, and `make bench` to fail on it.
	$(BIN)/mrz-bench Samples --save-baseline Samples/baseline.json || [ $$? -eq 1 ]

check-imports: toolchain dependencies ## Check that every target declares what it imports.
	$(SWIFT) build $(FLAGS)

format: toolchain ## Lay the sources out as swift format does.
	$(SWIFT) format --in-place --recursive $(SOURCES)

format-check: toolchain ## Check that swift format would change nothing.
	$(SWIFT) format lint --strict --recursive $(SOURCES)

documentation: build ## Build the library's documentation; a warning of DocC fails it.
	Tests/scripts/documentation.sh $(BIN) .build/documentation

sbom: build ## Write the bill of materials to .build/mrz-scan.cdx.json and compare it with NOTICE.
	Tests/Supply/sbom.py $(BIN)/mrz-scan > .build/mrz-scan.cdx.json
	Tests/Supply/check.py .build/mrz-scan.cdx.json $(BIN)/mrz-scan

# Seconds for each fuzzer or for the soak, and which fuzzers.
SECONDS ?= 60
TARGETS ?=

fuzz: toolchain dependencies ## Build the fuzzers and run each for SECONDS=60; TARGETS="mrz json" for some of them.
	$(SWIFT) build $(FLAGS) --build-tests
	Tests/Fuzz/build
	Tests/Fuzz/run $(SECONDS) $(TARGETS)

# Tests of limits that no sanitizer can live under, since it reserves terabytes of addresses and writes files of its own; of
# crashes, which it reports itself, of refused memory, which it takes elsewhere, and of a missing /proc; and of Python, whose
# interpreter does not bring the runtime that a library built with a sanitizer needs.
limits = aFullDisk|noProc|noHalfALine|little(Memory|Room)|aSmallStack|memoryGoesBack|oneBad(Picture|Archive)|$(crashes)|PythonPackage
crashes = noMemory|aCrash|threadsThatCrash|memoryThatLibdispatch|aDecoderThatIsRefused

# Sanitizers need everything built anew. Optimised: the suite of a debug build did not end in two hours and a half.
sanitized = $(SWIFT) build -c release --build-tests --sanitize=$(1) --scratch-path .build-$(2) && \
    env SWIFT_BACKTRACE=enable=no TEST_SANITIZER=$(1) $(3) $(SWIFT) test -c release --sanitize=$(1) --scratch-path .build-$(2) \
    --skip-build --disable-testable-imports --no-parallel --skip '$(limits)'

test-asan: toolchain dependencies test-camera ## Run every test under AddressSanitizer.
	$(call sanitized,address,asan,ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1)

test-tsan: toolchain dependencies test-camera ## Run every test under ThreadSanitizer.
	$(call sanitized,thread,tsan,TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/Sanitizers/tsan.supp:halt_on_error=1)

# Pictures that try to be verified wrongly: how many, and which.
COUNT ?= 10000
SEED ?= fresh-1
# How many of them are known to be verified wrongly.
KNOWN ?= 0
HONESTY_PACKAGES := python3-venv fonts-ocr-b fonts-liberation fonts-dejavu-core fonts-inconsolata

honesty: build ## Attack the program with COUNT=10000 pictures of SEED; fail if one is verified wrongly.
	$(call install-missing,$(HONESTY_PACKAGES))
	Tests/Honesty/run $(CURDIR)/$(BIN)/mrz-scan $(COUNT) $(SEED) --reasons --at-most $(KNOWN)

# What the pictures of `typefaces` and `perspective` are drawn in.
FACE_PACKAGES := python3-venv $(shell grep -o '"fonts-[^"]*"' models/training/typefaces.py | tr -d '"' | sort -u)
MEASURING := .build/honesty-python/bin/python

test-training: ## Run the tests of the training tools that need no PyTorch.
	$(call install-missing,python3-venv)
	Tests/Honesty/prepare
	$(MEASURING) -c 'import scipy' 2> /dev/null || $(MEASURING) -m pip install -q scipy==1.17.1
	cd models/training && PYTHONDONTWRITEBYTECODE=1 $(CURDIR)/$(MEASURING) -m unittest tests.test_training

typefaces: build ## Read clean pages drawn in every monospaced typeface that Debian packages; fail if one is verified wrongly.
	$(call install-missing,$(FACE_PACKAGES))
	Tests/Honesty/prepare
	$(MEASURING) Tests/Typefaces/measure_typefaces.py --program $(CURDIR)/$(BIN)/mrz-scan

perspective: build ## Read pages that are turned away from the camera by up to 65 degrees; fail if one is verified wrongly.
	$(call install-missing,python3-venv fonts-ocr-b)
	Tests/Honesty/prepare
	$(MEASURING) Tests/Perspective/measure.py --program $(CURDIR)/$(BIN)/mrz-scan

pages: build ## Read sheets with several documents, wavy pages and small ones; fail if one is verified wrongly.
	$(call install-missing,$(HONESTY_PACKAGES))
	Tests/Honesty/prepare
	$(MEASURING) Tests/Pages/measure.py --program $(CURDIR)/$(BIN)/mrz-scan

scenes: build ## Read pages rendered in space: bent, creased, out of focus, on screens; fail if one is verified wrongly.
	$(call install-missing,$(HONESTY_PACKAGES))
	Tests/Honesty/prepare
	$(MEASURING) Tests/Scenes/measure.py --program $(CURDIR)/$(BIN)/mrz-scan

# The clients of docs/clients.md are run where their languages are installed: here all but Go, whose toolchain has 450 MB.
API_PACKAGES := python3-venv curl jq nodejs default-jdk-headless

api-test: build ## Hold a running server to its OpenAPI description, and run the clients of docs/clients.md.
	$(call install-missing,$(API_PACKAGES))
	Tests/Contracts/run $(BIN)/mrz-scan

leaks: build ## Read 1000 pictures and 10,000 frames; fail if memory grows or anything is left unfreed.
	Tests/scripts/leaks.sh $(BIN)/mrz-scan

# How many calls of each kind fail in turn in each command, and how often the power is cut.
POINTS ?= 40
CUTS ?= 1000

faults: build test-camera ## Run every command with each Nth call failing, POINTS=40 of each kind, once and from then on.
	Tests/Faults/sweep.py $(BIN)/mrz-scan --points $(POINTS)

power-loss: build test-packages ## Cut the power CUTS=1000 times below stores and replaced files; fail if anything is lost.
	Tests/PowerLoss/cut.py $(BIN)/mrz-scan --cuts $(CUTS)

# Copies of each file that are damaged, and a twentieth of the rounds of numbers.
ROUNDS ?= 200

test-shims: toolchain dependencies ## Run our C alone under the sanitizers of undefined behaviour and of unwritten memory.
	Tests/Sanitizers/shims $(ROUNDS)

ARM_PACKAGES := qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross

test-arm: toolchain ## Run our C under an emulated 64-bit ARM processor: the same numbers as here, and how many instructions.
	$(call install-missing,$(ARM_PACKAGES))
	Tests/ARM/run $(ROUNDS)

GIGABYTES ?= 10

flood: build ## Read GIGABYTES=10 of junk, pictures and archives in one batch; fail if memory grows.
	Tests/scripts/flood.py $(BIN)/mrz-scan --gigabytes $(GIGABYTES)

soak: build ## Camera, server and batch together for SECONDS; fail if memory, files, threads or latency grow.
	Tests/scripts/soak.py $(BIN)/mrz-scan --seconds $(SECONDS)

install: build ## Install the program, its model, completions and manual under PREFIX.
	$(SWIFT) build $(FLAGS) --product generate-manual
	$(BIN)/generate-manual $(BIN)/mrz-scan --output-directory .build
	packaging/manual .build/mrz-scan.1
	install -D $(BIN)/mrz-scan "$(DESTDIR)$(PREFIX)/bin/mrz-scan"
	install -D -m 644 models/ocrb.traineddata "$(DESTDIR)$(PREFIX)/share/mrz-scan/ocrb.traineddata"
	cd "$(DESTDIR)$(PREFIX)/share/mrz-scan" && sha256sum ocrb.traineddata > ocrb.traineddata.sha256 && \
	    chmod 644 ocrb.traineddata.sha256
	install -D -m 644 .build/mrz-scan.1 "$(DESTDIR)$(PREFIX)/share/man/man1/mrz-scan.1"
	@set -e; completion() { \
	    $(BIN)/mrz-scan --generate-completion-script "$$1" > .build/completion; install -D -m 644 .build/completion "$$2"; \
	}; \
	completion bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/mrz-scan"; \
	completion zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_mrz-scan"; \
	completion fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/mrz-scan.fish"

uninstall: ## Remove what install put under PREFIX.
	rm -rf "$(DESTDIR)$(PREFIX)/share/mrz-scan"
	rm -f "$(DESTDIR)$(PREFIX)/bin/mrz-scan" "$(DESTDIR)$(PREFIX)/share/man/man1/mrz-scan.1" \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/mrz-scan" \
	    "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_mrz-scan" \
	    "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/mrz-scan.fish"

# What makes packages, and what tests them.
DEB_PACKAGES := dpkg-dev debhelper dh-python lintian fakeroot gcc libc6-dev
WHEEL_PACKAGES := dpkg-dev gcc libc6-dev libgomp1 python3-venv
INSTALL_PACKAGES := debootstrap dpkg-dev gcc libc6-dev pkg-config python3-venv systemd

packages: deb wheel ## Make the Debian packages and the wheel for Python, in .build/packages; print their sizes.
	@cd .build/packages && ls -l *.deb *.whl | awk '{ printf "%6.1f MB  %s\n", $$5 / 1000000, $$NF }'

deb: toolchain dependencies ## Make the Debian packages; from nothing a quarter of an hour.
	$(call install-missing,$(DEB_PACKAGES))
	SWIFT="$(SWIFT)" packaging/deb

wheel: toolchain dependencies ## Make the wheel for Python; from nothing a quarter of an hour.
	$(call install-missing,$(WHEEL_PACKAGES))
	SWIFT="$(SWIFT)" packaging/wheel/build

abi-check: ## Compare the interface for C with the last release's, by abidiff.
	$(call install-missing,abigail-tools libc6-dev python3)
	packaging/abi

test-install: build packages ## Install the packages in bare trees of Debian and read Samples/ there; as root.
	$(call install-missing,$(INSTALL_PACKAGES))
	packaging/test/deb
	packaging/test/wheel
	packaging/test/container
	packaging/test/service

# Debian's packages, where there are Debian's packages and one of ours is missing.
define install-missing
	@command -v dpkg-query > /dev/null || exit 0; \
	missing=""; for package in $(1); do \
	    dpkg-query -W -f '$${Status}' "$$package" 2> /dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] || { \
	    $(SUDO) apt-get update -q && \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	}
endef

dependencies:
	$(call install-missing,$(PACKAGES))

test-packages: browser-packages
	$(call install-missing,libleptonica-dev $(TEST_PACKAGES))

browser-packages: ## Install Chromium, Firefox and axe-core, which the pages are tested with.
	$(call install-missing,$(BROWSER_PACKAGES))
	@test -f .build/axe.min.js || { mkdir -p .build && python3 -m venv .build/axe && \
	    .build/axe/bin/pip install -q --no-deps $(AXE) && \
	    cp .build/axe/lib/python3*/site-packages/axe_playwright_python/axe.min.js .build/axe.min.js; }

screenshots: build browser-packages ## Write the pictures of every state of the pages to docs/pages anew.
	$(SWIFT) build $(FLAGS) --build-tests
	mkdir -p docs/pages
	MRZ_SCAN_SCREENSHOTS=$(CURDIR)/docs/pages $(TEST) --filter PageStatesTests

# Films for a browser's camera are drawn with it.
FILM_PACKAGES := python3-pil

browser-time: build test-camera ## Print how long a document takes before a browser's camera, beside a camera of this machine.
	$(call install-missing,$(FILM_PACKAGES))
	/usr/bin/python3 Tests/Load/browser_time.py $(BIN)/mrz-scan

desk-time: build browser-packages ## Print how long the desk lets a clerk wait, over 100 documents from the keyboard.
	/usr/bin/python3 Tests/Load/desk_time.py $(BIN)/mrz-scan

chip-packages: ## Install what the tests of chips need: a software chip and a virtual reader.
	$(call install-missing,$(CHIP_PACKAGES))

toolchain:
	@command -v $(SWIFT) > /dev/null || { \
	    echo "mrz-scan needs the Swift toolchain 6.2 or later: install it from https://www.swift.org/install." >&2; \
	    exit 1; \
	}

clean: ## Remove everything that was built.
	@# A tree of the tests of the packages may have devices mounted in it.
	rm -rf --one-file-system .build .build-asan .build-coverage .build-fuzz .build-static .build-tsan
