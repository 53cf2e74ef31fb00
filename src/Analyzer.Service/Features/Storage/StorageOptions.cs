using System.ComponentModel.DataAnnotations;

namespace Analyzer.Service.Features.Storage;

/// <summary>The choice of the store, and its place: at the host's own section.</summary>
internal sealed class StorageOptions
{
    public const string Sqlite = "sqlite";
    public const string Elasticsearch = "elasticsearch";

    /// <summary>Folder of the embedded store, made when absent. Default <c>./data</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = "data";

    /// <summary><c>sqlite</c>, the default, or <c>elasticsearch</c>.</summary>
    [AllowedValues(Sqlite, Elasticsearch)]
    public string Store { get; set; } = Sqlite;
}
