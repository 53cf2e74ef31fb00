using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Hosting.Lifetime;
using Journal.Features.Search;
using Journal.Log.Folders;
using Journal.Log.Proofs;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Features.Page;

/// <summary>
/// A page for one reader, on loopback: the key stays in this process. Only who has the token of the printed address gets lines, because
/// other users of the machine reach loopback too; and only under loopback's own names, because a web page may have its name point here.
/// </summary>
internal sealed class ReaderPage(JournalFolder folder, ReaderKey key, VerifierKey? log, string indexes, TimeProvider time) : IDisposable
{
    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'";

    private static readonly Dictionary<string, (string File, string Type)> Files = new()
    {
        ["/"] = ("index.html", "text/html; charset=utf-8"),
        ["/page.js"] = ("page.js", "text/javascript; charset=utf-8"),
        ["/page.css"] = ("page.css", "text/css; charset=utf-8"),
    };

    /// <summary>A search takes all processors: a second one waits.</summary>
    private readonly SemaphoreSlim _gate = new(1);

    private readonly string _token = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));

    /// <param name="port">0 for a free one.</param>
    /// <param name="started">Gets the address to open.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async Task<int> RunAsync(int port, Action<string> started, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, port);
            kestrel.AddServerHeader = false;
        });
        await using var app = builder.Build();
        app.Run(AnswerAsync);
        await app.StartAsync(cancellationToken);
        started($"{app.Urls.First()}/#{_token}");
        await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await app.StopAsync(CancellationToken.None);
        return ExitCode.Done;
    }

    public void Dispose() => _gate.Dispose();

    private async Task AnswerAsync(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        response.Headers.ContentSecurityPolicy = Policy;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers["Referrer-Policy"] = "no-referrer";
        response.Headers.CacheControl = "no-store";
        if (request.Host.Host is not ("127.0.0.1" or "localhost"))
        {
            response.StatusCode = StatusCodes.Status421MisdirectedRequest;
        }
        else if (!HttpMethods.IsGet(request.Method))
        {
            response.StatusCode = StatusCodes.Status405MethodNotAllowed;
        }
        else if (Files.TryGetValue(request.Path, out var file))
        {
            response.ContentType = file.Type;
            await using var content = typeof(ReaderPage).Assembly.GetManifestResourceStream($"Reader/{file.File}")!;
            await content.CopyToAsync(response.Body, context.RequestAborted);
        }
        else if (!IsAllowed(request))
        {
            response.StatusCode = StatusCodes.Status401Unauthorized;
            await response.WriteAsync("Open the address that journal ui has printed: it holds a token.");
        }
        else
        {
            await AnswerReaderAsync(context);
        }
    }

    private bool IsAllowed(HttpRequest request) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes($"{request.Headers.Authorization}"), Encoding.UTF8.GetBytes($"Bearer {_token}"));

    private async Task AnswerReaderAsync(HttpContext context)
    {
        await _gate.WaitAsync(context.RequestAborted);
        try
        {
            var path = context.Request.Path.Value ?? "";
            if (path == "/api/search")
            {
                await SearchAsync(context);
            }
            else if (path.StartsWith("/api/proof/", StringComparison.Ordinal)
                && long.TryParse(path[11..], NumberStyles.None, CultureInfo.InvariantCulture, out var sequence))
            {
                var proof = await Task.Run(() => new Prover(folder, key).Prove(sequence).Text);
                context.Response.ContentType = "text/plain; charset=utf-8";
                await context.Response.WriteAsync(proof, context.RequestAborted);
            }
            else
            {
                context.Response.StatusCode = StatusCodes.Status404NotFound;
            }
        }
        catch (Exception exception) when (!context.Response.HasStarted
            && exception is ArgumentException or InvalidDataException or IOException or RegexMatchTimeoutException)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            context.Response.ContentType = "text/plain; charset=utf-8";
            await context.Response.WriteAsync(exception is RegexMatchTimeoutException
                ? "The expression takes more than a second for one line." : exception.Message);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // Nobody waits for the answer.
        }
        finally
        {
            _gate.Release();
        }
    }

    private async Task SearchAsync(HttpContext context)
    {
        var asked = context.Request.Query;
        var query = QueryOf(asked, out var after);
        var said = new List<string>();
        var search = new LogSearch(folder, key, log, indexes, sentence => { lock (said) { said.Add(sentence); } });
        var answer = await Task.Run(() => PageAnswer.Of(search.Find(query, context.RequestAborted)), context.RequestAborted);
        if (search.CheckpointProblem is { } problem)
        {
            said.Add($"Nothing is proven: {problem}.");
        }

        if (search.SegmentsForOthers > 0)
        {
            said.Add($"{search.SegmentsForOthers} segments are not for this key.");
        }

        context.Response.ContentType = "application/json";
        using var content = new MemoryStream();
        await using (var json = new Utf8JsonWriter(content))
        {
            answer.Write(json, after, search.WithoutSeverity, said);
        }

        await context.Response.Body.WriteAsync(content.ToArray(), context.RequestAborted);
    }

    private SearchQuery QueryOf(IQueryCollection asked, out long after)
    {
        var now = time.GetUtcNow();
        after = long.TryParse(asked["after"], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var sequence) ? sequence
            : -1;
        return new()
        {
            Text = Value("text") is { } text ? new(text, Value("ignoreCase") is not null, Value("regex") is not null) : null,
            Host = Value("host"),
            App = Value("app"),
            Severity = Value("severity") is { } severity && int.TryParse(severity, CultureInfo.InvariantCulture, out var level) ? level
                : null,
            From = asked.ContainsKey("after") ? new(after + 1, null) : Value("from") is { } from ? TimeText.Parse(from, now) : null,
            To = Value("to") is { } to ? TimeText.Parse(to, now) : null,
        };

        string? Value(string name) => $"{asked[name]}" is { Length: > 0 } value ? value : null;
    }
}
