Console.WriteLine("lab");
