using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>
/// Two fields in SQLite's file header name its owner and its version (sqlite.org/fileformat.html, 1.3): <c>application_id</c>, and
/// <c>user_version</c>, the number of steps that were applied.
/// </summary>
internal sealed class SchemaSteps<TWriter>(SqliteFormat<TWriter> format)
{
    /// <summary>Looks whether the file is ours. Changes nothing.</summary>
    public void Verify(SqliteConnection connection)
    {
        // All values come from one snapshot: another process may be migrating.
        using var transaction = connection.BeginTransaction(deferred: true);
        VerifySnapshot(connection);
    }

    /// <summary>Whether there is nothing to migrate.</summary>
    public bool IsCurrent(SqliteConnection connection) => Read(connection, "PRAGMA user_version") == format.Version;

    /// <summary>Whether the file has no schema yet: it is new, or its first start was stopped.</summary>
    public static bool IsEmpty(SqliteConnection connection) =>
        Read(connection, "SELECT count(*) FROM sqlite_master") == 0 && Read(connection, "PRAGMA user_version") == 0;

    /// <summary>Brings the file to the newest version, completely or not at all.</summary>
    public void Migrate(SqliteConnection connection)
    {
        if (IsCurrent(connection))
        {
            return;
        }

        format.Define?.Invoke(connection);

        // Take the lock before reading the version again: another process may be migrating too.
        using var transaction = connection.BeginTransaction();
        VerifySnapshot(connection);
        for (var version = Read(connection, "PRAGMA user_version"); version < format.Version; version++)
        {
            connection.Execute(format.Migrations[(int)version]);
            connection.Execute($"PRAGMA user_version = {version + 1};"); // apart: a step may end with a comment
        }

        connection.Execute($"PRAGMA application_id = {format.ApplicationId};");
        transaction.Commit();
    }

    private void VerifySnapshot(SqliteConnection connection)
    {
        var path = connection.DataSource;
        var application = Read(connection, "PRAGMA application_id");
        var version = Read(connection, "PRAGMA user_version");
        if (application != format.ApplicationId && !(application == 0 && IsEmpty(connection)))
        {
            throw format.Refused(
                $"{path} belongs to another program. It was not changed. Name another file for the {format.Contents}.", null);
        }

        if (version > format.Version)
        {
            throw format.Refused(
                $"{path} was written by a newer version of the {format.Product} (schema {version}, this one knows up to {format.Version}). "
                    + "It was not changed. Install that version, or name another file.",
                null);
        }
    }

    private static long Read(SqliteConnection connection, string sql) => (long)connection.Scalar(sql);
}
