namespace Load.Stack;

/// <summary>What stands where in the folder of a stack.</summary>
/// <param name="Folder">The whole path.</param>
internal sealed record StackPaths(string Folder)
{
    public string Journal => In("journal");

    /// <summary>The key that reads the journal. Its owner should keep it elsewhere; here a program hands lines on with it.</summary>
    public string Reader => In("reader.pem");

    /// <summary>Each checkpoint of the journal is appended here; a copy elsewhere proves that nobody changed the journal.</summary>
    public string Anchors => In("anchors.txt");

    /// <summary>With which record the forwarder goes on.</summary>
    public string Position => In("forwarded");

    /// <summary>A line for each call of the gateway, which needs no key to be read.</summary>
    public string Calls => In("gateway-calls.ndjson");

    /// <summary>The gateway's certificate with its key.</summary>
    public string Certificate => In("gateway.pem");

    /// <summary>The prober's targets.</summary>
    public string Probes => In("probes.yaml");

    /// <summary>Beside the data, unless the logs are to outlive a temporary folder.</summary>
    public string Logs { get; init; } = Path.Combine(Folder, "logs");

    public string LogOf(string member) => Path.Combine(Logs, $"{member}.log");

    public string In(string name) => Path.Combine(Folder, name);
}
