using Prober.Features.Configuration;

namespace Prober.Features.Clients;

/// <summary>A value that has to be in a database, as EaseProbe writes it: <c>database:table:column:key:value</c> and the wanted text.</summary>
internal sealed record DataRow(string Database, string Table, string Column, string Key, string Value, string Wanted)
{
    private const int Parts = 5;

    public static List<DataRow> Read(ConfigSection section)
    {
        var rows = new List<DataRow>();
        foreach (var (path, wanted) in section.Pairs("data"))
        {
            if (path.Split(':', Parts) is [var database, var table, var column, var key, var value]
                && new[] { database, table, column, key }.All(IsName))
            {
                rows.Add(new(database, table, column, key, value, wanted));
            }
            else
            {
                section.Add(
                    section.LineOf("data"), "data has to be like shop:product:name:id:1, which are a database, a table, a column, a key and its value");
            }
        }

        return rows;
    }

    /// <summary>Names go into the statement itself, values never.</summary>
    private static bool IsName(string text) => text.Length > 0 && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_');

    /// <summary>Why what was found is not what was wanted; null when it is.</summary>
    public string? Problem(object? found) => found is null ? $"There is no row of {Table} whose {Key} is {Value}."
        : Convert.ToString(found, System.Globalization.CultureInfo.InvariantCulture) == Wanted ? null
        : $"{Table}.{Column} is not the wanted one where {Key} is {Value}.";
}
