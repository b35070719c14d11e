print("mrz-scan")
