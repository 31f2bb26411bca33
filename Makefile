# Merlon's tasks. `make help` prints the comments behind the targets.

# How many seconds `make fuzz` gives each fuzzer, and which ones (all, unless named).
TIME ?= 60
TARGET ?=

.DEFAULT_GOAL := help
.PHONY: help test check format generate fuzz build clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  %-10s %s\n' "$$name" "$$text"; done

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

build: ## build the release executable
	@Scripts/setup
	@swift build -c release --product merlon

clean: ## remove everything that was built
	@swift package clean
	@rm -rf .build/venv .build/fuzz .build/bench .build/client-package
