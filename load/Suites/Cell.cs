using Load.Reports;
using Load.Scenarios;
using Load.Server;

namespace Load.Suites;

/// <summary>One row of the table before it is measured: what is done, how, with what, by how many at once.</summary>
/// <param name="Transport">A name of <c>TransportCatalog</c>.</param>
/// <param name="Operation">What the requests do.</param>
/// <param name="Size">Bytes of the files; null for a person's own.</param>
/// <param name="Instances">Requests at once.</param>
/// <param name="Settings">Of the service.</param>
internal sealed record Cell(string Transport, Operation Operation, long? Size, int Instances, ServiceSettings Settings)
{
    /// <summary>The names that <c>--only</c> knows, each with this cell's value.</summary>
    public IReadOnlyDictionary<string, string> Dimensions { get; } = new Dictionary<string, string>
    {
        ["transport"] = Transport,
        ["file"] = Operation.Name,
        ["size"] = Size is { } size ? Units.Bytes(size) : "own",
        ["instances"] = $"{Instances}",
    };

    /// <summary>What is compared: cells that differ in the transport only share it.</summary>
    public string Subject => $"{Operation.Name} {Dimensions["size"]} x{Instances}";

    public string Name => $"{Transport} {Subject}";

    /// <summary>Closed: a caller sends its next request when its last one was answered.</summary>
    public string LoadModel { get; } = "closed";
}
