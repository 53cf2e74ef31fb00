namespace Analyzer.Service.Features.OpenApi;

/// <summary>
/// Marks an endpoint whose request body is a file. Not <c>Accepts()</c>: that would refuse other content types, and a file is
/// taken under any, curl's default among them.
/// </summary>
internal sealed class FileRequestBody
{
    public static FileRequestBody Instance { get; } = new();
}
