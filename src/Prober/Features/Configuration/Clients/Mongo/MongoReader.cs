using System.Net;
using System.Net.Sockets;
using MongoDB.Bson;
using MongoDB.Driver;
using MongoDB.Driver.Core.Events;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Securing;

namespace Prober.Features.Configuration.Clients.Mongo;

/// <summary><c>driver: mongo</c>: logs in, pings, and looks for documents.</summary>
internal static class MongoReader
{
    public static DatabaseProbe Read(ConfigSection section, string host, int port, TlsRules rules, bool hasTls)
    {
        var wanted = new List<MongoQuery>();
        foreach (var (path, json) in section.Pairs("data"))
        {
            if (path.Split(':') is [{ Length: > 0 } database, { Length: > 0 } collection] && BsonDocument.TryParse(json, out _))
            {
                wanted.Add(new(database, collection, json));
            }
            else
            {
                section.Add(section.LineOf("data"),
                    "data has to be like \"shop:product\": '{\"name\":\"Book\"}': database, collection, query");
            }
        }

        var (user, password) = (section.User() ?? "", section.Text("password") ?? "");
        var credential = user.Length > 0 && password.Length > 0 ? MongoCredential.CreateCredential("admin", user, password)
            : hasTls && rules.ClientCertificate is not null ? MongoCredential.CreateMongoX509Credential()
            : null;
        return new(host, port, rules, (address, judge, call) => TalkAsync(
            new(address, port), credential, hasTls ? rules : null, wanted, judge, call));
    }

    private static async Task TalkAsync(
        IPEndPoint server, MongoCredential? credential, TlsRules? tls, List<MongoQuery> wanted, CertificateJudge judge, ProbeCall call)
    {
        // The driver hides why it cannot connect behind its own waiting, but the system tells at once.
        using (var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp))
        {
            await socket.ConnectAsync(server, call.Token);
        }

        var broken = new TaskCompletionSource<Exception>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var client = new MongoClient(Settings(server, credential, tls, judge, call, broken));
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(call.Token);
        var asking = AskAsync(client, wanted, call, enough.Token);
        if (await Task.WhenAny(asking, broken.Task) == asking)
        {
            await asking;
            return;
        }

        await enough.CancelAsync();
        await asking.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var reason = await broken.Task;
        for (var inner = reason; inner is not null; inner = inner.InnerException)
        {
            if (inner is SocketException || judge.Problem is not null)
            {
                throw inner is SocketException ? inner : new IOException(inner.Message);
            }
        }

        call.Result.Fail(
            FailureClass.Protocol, $"The server does not speak as MongoDB does: {OneLine.Of(reason.GetBaseException().Message, 300)}");
    }

    private static async Task AskAsync(MongoClient client, List<MongoQuery> wanted, ProbeCall call, CancellationToken cancellationToken)
    {
        try
        {
            await client.GetDatabase("admin").RunCommandAsync<BsonDocument>(new BsonDocument("ping", 1), null, cancellationToken);
            foreach (var query in wanted)
            {
                var found = await client.GetDatabase(query.Database).GetCollection<BsonDocument>(query.Collection)
                    .Find(BsonDocument.Parse(query.Json)).Limit(1).FirstOrDefaultAsync(cancellationToken);
                if (found is null)
                {
                    call.Result.Fail(FailureClass.Content, $"{query.Database}.{query.Collection} has no document that the query finds.");
                    return;
                }
            }
        }
        catch (Exception exception) when (exception is MongoAuthenticationException or MongoCommandException)
        {
            call.Result.Fail(
                FailureClass.Status, $"The server refused: {OneLine.Of((exception.InnerException ?? exception).Message, 300)}");
        }
        catch (Exception exception) when (exception is MongoException or BsonException or FormatException or TimeoutException)
        {
            throw new IOException(exception.Message, exception);
        }
    }

    private static MongoClientSettings Settings(
        IPEndPoint server,
        MongoCredential? credential,
        TlsRules? tls,
        CertificateJudge judge,
        ProbeCall call,
        TaskCompletionSource<Exception> broken)
    {
        var settings = new MongoClientSettings
        {
            Server = new($"{server.Address}", server.Port),
            DirectConnection = true,
            Credential = credential,
            ServerSelectionTimeout = call.Timeout,
            ConnectTimeout = call.Timeout,
            HeartbeatInterval = TimeSpan.FromMinutes(1),
            MaxConnectionPoolSize = 1,
            UseTls = tls is not null,
            ClusterConfigurator = builder => builder.Subscribe<ServerHeartbeatFailedEvent>(failed => broken.TrySetResult(failed.Exception)),
        };
        if (tls is not null)
        {
            settings.SslSettings = new()
            {
                ServerCertificateValidationCallback = judge.Options().RemoteCertificateValidationCallback,
                ClientCertificates = tls.ClientCertificate is { } own ? [own] : null,
            };
        }

        return settings;
    }

    private sealed record MongoQuery(string Database, string Collection, string Json);
}
