using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>The owner and the schema of a file.</summary>
/// <param name="ApplicationId">Names the owner in the file's header, at offset 68 (sqlite.org/fileformat.html, 1.3).</param>
/// <param name="Product">The name of the program that writes it: <c>analyzer</c>.</param>
/// <param name="Contents">The name of its contents: <c>reports</c>.</param>
/// <param name="Migrations">Step n leads from version n to n + 1. Never edit a step that was released: add one.</param>
/// <param name="Prepare">Compiles the writer's statements.</param>
/// <param name="Refused">The owner's exception for a file that it must not use: a person has to act.</param>
/// <param name="Unavailable">The owner's exception for a file that cannot be used now: a retry may succeed.</param>
public sealed record SqliteFormat<TWriter>(
    int ApplicationId,
    string Product,
    string Contents,
    IReadOnlyList<string> Migrations,
    Func<SqliteConnection, TWriter> Prepare,
    Func<string, Exception?, Exception> Refused,
    Func<string, Exception?, Exception> Unavailable)
{
    /// <summary>Defines SQL functions that the migrations call; null for none.</summary>
    public Action<SqliteConnection>? Define { get; init; }

    public int Version => Migrations.Count;
}
