using System.Text;
using System.Text.Json;
using Load.Machine;
using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>Reads a <c>summary.json</c>.</summary>
internal static class SummaryFile
{
    private const string Name = "summary.json";

    /// <param name="path">The path of the file, or of the run's folder.</param>
    /// <exception cref="LabException">There is none, or it is of another schema, or damaged.</exception>
    public static SummaryDocument Read(string path)
    {
        var file = Directory.Exists(path) ? Path.Combine(path, Name) : path;
        try
        {
            ReadOnlyMemory<byte> content = File.ReadAllBytes(file);
            content = content.Span.StartsWith(Encoding.UTF8.Preamble) ? content[Encoding.UTF8.Preamble.Length..] : content;
            using (var json = JsonDocument.Parse(content))
            {
                var schema = json.RootElement.ValueKind == JsonValueKind.Object && json.RootElement.TryGetProperty("schema", out var value)
                    ? value.ToString() : "none";
                if (schema != SummaryDocument.CurrentSchema)
                {
                    throw new LabException(
                        $"{file}: its schema is {schema}; this lab reads {SummaryDocument.CurrentSchema}.", LabExitCode.NotComparable);
                }
            }

            var document = JsonSerializer.Deserialize(content.Span, SummaryJson.Default.SummaryDocument)!;
            return document.Rows.Any(row => row is null || row.Repeats.Any(repeat => repeat is null))
                ? throw new JsonException("a row or a repeat is null.")
                : document.Rows.CountBy(row => row.Name).FirstOrDefault(name => name.Value > 1) is { Key: { } name }
                ? throw new JsonException($"it has two rows '{name}'.") : document;
        }
        catch (JsonException exception)
        {
            throw new LabException($"{file} is no {Name}: {exception.Message}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"{file} cannot be read: {exception.Message}");
        }
    }
}
