using Load.Machine;

namespace Load.Systems.Analyzer.Stores;

/// <summary>Which store the services of a run keep their reports in.</summary>
/// <param name="Name">The store's name, as <c>Analyzer:Store</c> takes it.</param>
/// <param name="Url">Nodes of Elasticsearch, separated by commas; null for none.</param>
internal sealed record StoreTarget(string Name, string? Url = null)
{
    public const string Sqlite = "sqlite";
    public const string Elasticsearch = "elasticsearch";

    public static StoreTarget Default { get; } = new(Sqlite);

    public static IReadOnlyList<string> Names { get; } = [Sqlite, Elasticsearch];

    /// <summary>The stores that a suite about stores can measure.</summary>
    public IReadOnlyList<string> Measurable => Url is null ? [Sqlite] : Names;

    /// <summary>The store and, where a server holds it, what that says it is: figures of unlike servers do not compare.</summary>
    /// <exception cref="LabException">A server is named and does not answer.</exception>
    public async Task<string> DescribeAsync(CancellationToken cancellationToken)
    {
        if (Url is null)
        {
            return Name;
        }

        using var server = new ElasticsearchServer(Url);
        var description = await server.DescribeAsync(cancellationToken);
        return Name == Elasticsearch ? description : $"{Name}, {description}";
    }
}
