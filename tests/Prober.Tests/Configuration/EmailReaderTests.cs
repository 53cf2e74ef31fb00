using MailKit.Security;
using Prober.Features.Configuration;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Tests.Configuration;

/// <summary>The entries of <c>notify: email</c>.</summary>
public sealed class EmailReaderTests : IDisposable
{
    private readonly TempDirectory _folder = new("email");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("server: smtp.example.com", "smtp.example.com", 587, SecureSocketOptions.StartTls)]
    [InlineData("server: smtp.example.com:25", "smtp.example.com", 25, SecureSocketOptions.StartTls)]
    [InlineData("server: smtp.example.com:465", "smtp.example.com", 465, SecureSocketOptions.SslOnConnect)]
    [InlineData("server: smtp.example.com, tls: implicit", "smtp.example.com", 465, SecureSocketOptions.SslOnConnect)]
    [InlineData("server: smtp.example.com:2465, tls: implicit", "smtp.example.com", 2465, SecureSocketOptions.SslOnConnect)]
    [InlineData("server: smtp.example.com:465, tls: starttls", "smtp.example.com", 465, SecureSocketOptions.StartTls)]
    [InlineData("server: smtp.example.com:25, tls: none", "smtp.example.com", 25, SecureSocketOptions.None)]
    [InlineData("server: smtp.example.com:25, starttls: false", "smtp.example.com", 25, SecureSocketOptions.None)]
    [InlineData("server: 'smtp.example.com:25', starttls: true", "smtp.example.com", 25, SecureSocketOptions.StartTls)]
    [InlineData("server: '192.0.2.1:587'", "192.0.2.1", 587, SecureSocketOptions.StartTls)]
    [InlineData("server: '[2001:db8::1]:465'", "2001:db8::1", 465, SecureSocketOptions.SslOnConnect)]
    [InlineData("server: '2001:db8::1'", "2001:db8::1", 587, SecureSocketOptions.StartTls)]
    [InlineData("server: 'localhost:25', tls: none, username: ada, password: b", "localhost", 25, SecureSocketOptions.None)]
    [InlineData("server: '127.0.0.1:25', tls: none, username: ada, password: b", "127.0.0.1", 25, SecureSocketOptions.None)]
    public void Read_Server_HasItsPortAndItsTls(string keys, string host, int port, SecureSocketOptions security)
    {
        var account = Account($"{keys}, from: a@example.com, to: b@example.com");

        (account.Host, account.Port, account.Security).ShouldBe((host, port, security));
    }

    [Theory]
    [InlineData("b@example.com", 1)]
    [InlineData("b@example.com, c@example.com", 2)]
    [InlineData("b@example.com;c@example.com", 2)]
    [InlineData("Bob <b@example.com>", 1)]
    [InlineData("\"Doe, Ada\" <ada@example.com>, b@example.com", 2)]
    [InlineData("ädä@exämple.com", 1)]
    public void Read_Recipients_AreAllThere(string to, int count) =>
        Notifier($"server: x, from: a@example.com, to: '{to}'").To.Count.ShouldBe(count);

    [Fact]
    public void Read_WithoutSender_SendsAsTheUser() =>
        Notifier("server: x, username: ada@example.com, password: b, to: b@example.com").From.Address.ShouldBe("ada@example.com");

    [Theory]
    [InlineData("server: 'x:0', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("server: 'x:70000', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("server: 'x:', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("server: 'smtp://x:25', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("server: 'a b:25', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("server: '[2001:db8::1', from: a@x.org, to: b@x.org", "3: server has to be a name and a port")]
    [InlineData("from: a@x.org, to: b@x.org", "server is missing")]
    [InlineData("server: x, from: a@x.org", "to is missing")]
    [InlineData("server: x, from: a, to: b@x.org", "3: from has to be an address, such as ada@example.com")]
    [InlineData("server: x, to: b@x.org", "3: from has to be an address, such as ada@example.com")]
    [InlineData("server: x, from: a@x.org, to: b", "3: to has to be an address, such as ada@example.com")]
    [InlineData("server: x, from: a@x.org, to: 'b@x.org, c'", "3: to has to be an address, such as ada@example.com")]
    [InlineData("server: x, from: a@x.org, to: \"b@x.org\\r\\nBcc: c@x.org\"", "3: to has to be an address, such as ada@example.com")]
    [InlineData("server: x, from: a@x.org, to: b@x.org, tls: ssl", "3: tls has to be starttls, implicit")]
    [InlineData("server: x, from: a@x.org, to: b@x.org, starttls: maybe", "3: starttls has to be true or false")]
    [InlineData("server: x, from: a@x.org, to: b@x.org, tls: implicit, starttls: true", "3: starttls says the same as tls: starttls;")]
    [InlineData("server: x, from: a@x.org, to: b@x.org, tls: none, username: u, password: p", "3: without TLS the password could be read")]
    [InlineData("server: x, from: a@x.org, to: b@x.org, ca: none.pem", "3: ca: ")]
    public void Read_Mistake_IsNamedWithItsLine(string keys, string problem)
    {
        var file = Read(keys);

        file.Problems.ShouldContain(found => $"{found}".Contains(problem), string.Join('\n', file.Problems));
    }

    private MailAccount Account(string keys) => Notifier(keys).Account;

    private EmailNotifier Notifier(string keys)
    {
        var file = Read(keys);
        file.Problems.ShouldBeEmpty();
        return file.Notifiers.ShouldHaveSingleItem().Notifier.ShouldBeOfType<EmailNotifier>();
    }

    private ProbesFile Read(string keys)
    {
        var path = _folder.Combine("probes.yaml");
        File.WriteAllText(path, $"notify:\n  email:\n    - {{ name: mail, {keys} }}\n");
        return ProbesFile.Read(path, _ => null);
    }
}
