// expect: call to undeclared function 'ptrace'
int deny(void);
int deny(void) { return ptrace(31, 0, 0, 0); }
