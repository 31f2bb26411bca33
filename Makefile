# Merlon's tasks. `make help` prints the comments behind the targets.

# How many seconds `make fuzz` gives each fuzzer, and which ones (all, unless named).
TIME ?= 60
TARGET ?=

# Where `make install` puts what it installs; DESTDIR is put before it.
PREFIX ?= /usr/local

# What `make audit` audits, from which severity on findings make it fail (none, low, medium, high, any), and further options.
APP ?= Examples/SampleApps/Weak.ipa
FAIL_ON ?= none
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help audit test check format generate fuzz bench build install uninstall clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  %-10s %s\n' "$$name" "$$text"; done

audit: build ## audit APP=path, or the weak sample app; FAIL_ON=low makes findings fail, ARGS= are further options
	@"$$(swift build -c release --show-bin-path)/merlon" audit "$(APP)" --fail-on "$(FAIL_ON)" $(ARGS)

test: ## run all tests; the last line has the counts
	@Scripts/setup --tests
	@Scripts/test

check: ## formatting, documentation, platform isolation, generated files and the other things that Scripts/checks looks at
	@Scripts/setup --tests
	@Scripts/check

format: ## format all Swift sources
	@git ls-files -z --cached --others --exclude-standard '*.swift' | xargs -0 swift format --in-place --parallel

generate: ## write anew what is generated and committed
	@Scripts/generate

fuzz: ## run the fuzzers for TIME=60 seconds each; TARGET=FuzzMachO runs one
	@Scripts/setup --tests
	@Scripts/fuzz "$(TIME)" $(TARGET)

bench: build ## measure speed and memory against their targets
	@Scripts/setup --tests
	@Scripts/bench

build: ## build the release executable
	@Scripts/setup
	@swift build -c release --product merlon

install: build ## put the executable, its manual page and completions below PREFIX=/usr/local
	@Scripts/install "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what install put there
	@Scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## remove everything that was built
	@swift package clean
	@rm -rf .build/venv .build/fuzz .build/fuzz-build .build/real-binaries
