import MerlonAudit

print("merlon")
