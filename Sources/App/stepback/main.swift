print("stepback")
