using System.Net.Http.Headers;
using System.Security.Cryptography;
using Hosting.Files;

namespace Prober.Features.Configuration;

/// <summary>Where a configuration is: files, folders of files and addresses, between commas.</summary>
internal static class ConfigSource
{
    private const int MaxBytes = 64 << 20;
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(10);
    private static readonly HttpClient Client = new() { Timeout = Timeout.InfiniteTimeSpan, MaxResponseContentBufferSize = MaxBytes };

    /// <summary>The parts in their order: the files of a folder by name.</summary>
    /// <exception cref="IOException">A part does not exist.</exception>
    public static IEnumerable<string> Parts(string source) => Names(source).SelectMany(name => IsAddress(name) ? [name] : Files(name));

    /// <exception cref="IOException">It cannot be read.</exception>
    public static TextReader Open(string part, Func<string, string?> variable) =>
        IsAddress(part) ? new StringReader(Fetch(part, variable)) : new StreamReader(part);

    /// <summary>
    /// Changes when the source does: names, and the states of link targets, because a mounted configuration may be exchanged behind a link.
    /// </summary>
    public static string Stamp(string source, Func<string, string?> variable)
    {
        try
        {
            return string.Join('|', Names(source).SelectMany(name => IsAddress(name)
                ? [Convert.ToHexString(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(Fetch(name, variable))))]
                : (Directory.Exists(name) ? Directory.GetFiles(name) : [name]).Order(StringComparer.Ordinal).Select(StampOf)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return ""; // Reading it reports the error.
        }
    }

    public static bool HasAddress(string source) => Names(source).Any(IsAddress);

    private static string StampOf(string file)
    {
        var state = FileState.Of(file);
        return $"{file} {state.Written.Ticks} {state.Length}";
    }

    private static string[] Names(string source) => Path.Exists(source)
        ? [source]
        : source.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static bool IsAddress(string name) =>
        name.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || name.StartsWith("https://", StringComparison.OrdinalIgnoreCase);

    private static string[] Files(string path)
    {
        if (!Directory.Exists(path))
        {
            return [path];
        }

        string[] files =
        [
            .. Directory.GetFiles(path).Where(file => Path.GetExtension(file) is ".yaml" or ".yml").Order(StringComparer.Ordinal),
        ];
        return files.Length > 0 ? files : throw new FileNotFoundException($"{path} contains no .yaml or .yml files.");
    }

    /// <summary>With EaseProbe's variables <c>HTTP_AUTHORIZATION</c> and <c>HTTP_TIMEOUT</c>, which is in seconds.</summary>
    private static string Fetch(string address, Func<string, string?> variable)
    {
        var timeout = int.TryParse(variable("HTTP_TIMEOUT"), out var seconds) && seconds > 0 ? TimeSpan.FromSeconds(seconds) : DefaultTimeout;
        using var over = new CancellationTokenSource(timeout);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            if (variable("HTTP_AUTHORIZATION") is { Length: > 0 } authorization
                && AuthenticationHeaderValue.TryParse(authorization, out var header))
            {
                request.Headers.Authorization = header;
            }

            using var response = Client.Send(request, over.Token);
            if (!response.IsSuccessStatusCode)
            {
                throw new IOException($"The configuration cannot be fetched: {Shown(address)} answered {(int)response.StatusCode}.");
            }

            using var text = new StreamReader(response.Content.ReadAsStream(over.Token));
            return text.ReadToEnd();
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or UriFormatException)
        {
            throw new IOException($"The configuration cannot be fetched from {Shown(address)}: {exception.Message}", exception);
        }
    }

    /// <summary>Without credentials.</summary>
    private static string Shown(string address) =>
        Uri.TryCreate(address, UriKind.Absolute, out var url) ? url.GetLeftPart(UriPartial.Path).Replace($"{url.UserInfo}@", "") : "the address";
}
