using Hosting.Access;
using Hosting.Settings;
using static Hosting.Tests.Settings.HelloStart;

namespace Hosting.Tests.Settings;

/// <summary>
/// Values with marks of files, shells and systems around them: refused with what to do, before anything has a name of that kind.
/// </summary>
public sealed class StrayMarksTests
{
    private const string Quoted = "stands in quotation marks, which belong to the value here: leave them out.";
    private const string Replaced = "which is replaced by shells and other programs, but not here: write the value itself.";

    [Theory]
    [InlineData("Manners:Word", "\"Moin\"", Quoted)] // docker run --env-file
    [InlineData("Manners:Word", "'Moin'", Quoted)]
    [InlineData("Manners:Patience", "\"7\"", Quoted)]
    [InlineData("Manners:Loud", "\"true\"", Quoted)]
    [InlineData("Manners:Friends", "\"Ada,Grace\"", Quoted)]
    [InlineData("HttpPort", "\"5080\"", Quoted)]
    [InlineData("CertificatePassword", "\"secret\"", Quoted)]
    [InlineData("Keys", "~/keys.json", $"has ~, {Replaced}")]
    [InlineData("Keys", "$HOME/keys.json", $"has $HOME, {Replaced}")]
    [InlineData("Keys", "%ProgramData%\\hello\\keys.json", $"has %ProgramData%, {Replaced}")]
    [InlineData("Manners:Word", "${WORD:-Moin}", $"has ${{WORD:-Moin}}, {Replaced}")]
    [InlineData("Manners:Word", "$(WORD)", $"has $(WORD), {Replaced}")] // Kubernetes, without the variable
    [InlineData("HttpPort", "{{ .Values.port }}", $"has {{{{ .Values.port }}}}, {Replaced}")]
    [InlineData("Keys", "#{KeyFile}#", $"has #{{KeyFile}}, {Replaced}")]
    [InlineData("Manners:Word", "<%= @word %>", $"has <%= @word %>, {Replaced}")]
    [InlineData("CertificatePassword", "#{Password}", $"has #{{Password}}, {Replaced}")]
    [InlineData("CertificatePassword", "${PFX_PASSWORD}", $"has ${{PFX_PASSWORD}}, {Replaced}")]
    [InlineData("CertificatePassword", "secret\n", "ends with a line end, as echo adds one: make the value with printf.")]
    [InlineData(
        "LogFormat", "json\r",
        "has a carriage return, as lines of Windows end with one: save the file that it comes from with line ends of Unix.")]
    [InlineData("Manners:Friends", "Ada\nGrace\n", "has several lines: write it in one, and a list with commas.")]
    public void Value_WithAMarkOfHowItWasWritten_IsRefusedWithWhatToDo(string key, string text, string why) =>
        Words($"--Hello:{key}={text}").ShouldBe($"Hello:{key} {why}");

    [Theory]
    [InlineData(@"C:\hello\keys.json")]
    [InlineData("D:/hello/keys.json")]
    [InlineData(@"\\server\share\keys.json")]
    public void Path_OfWindowsElsewhere_IsRefused(string path)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There it is a path.");

        Words($"--Hello:Keys={path}").ShouldBe("Hello:Keys is a path of Windows: write one of this system.");
    }

    [Theory]
    [InlineData("Manners:Word", "5 % of \"all\"")]
    [InlineData("Manners:Word", "it's")]
    [InlineData("Manners:Word", "$5 ~ 100%")]
    [InlineData("Manners:Friends", "[\"Ada\", \"Grace\"]")]
    [InlineData("Traces", "http://127.0.0.1:4318/a%2Fb%2Fc")]
    [InlineData("CertificatePassword", "pa${x}ss%y%")]
    [InlineData("CertificatePassword", "-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n")]
    public void Value_ThatOnlyLooksSo_IsTaken(string key, string text) => Services($"--Hello:{key}={text}").ValidateSettings();

    [Fact]
    public void Secret_InQuotationMarksInAFile_IsTaken()
    {
        using var folder = new TempDirectory();
        var file = folder.Combine("a.json");
        File.WriteAllText(file, """{ "Hello": { "CertificatePassword": "\"x\"" } }""");

        Services($"--config={file}").ValidateSettings();
    }

    [Theory]
    [InlineData("CertificatePassword_FILE")]
    [InlineData("CERTIFICATEPASSWORD_FILE")]
    public void Secret_InAFileOfItsOwn_IsToldWhereItCanStand(string key) => Words($"--Hello:{key}=/run/secrets/a").ShouldBe(
        $"There is no setting Hello:{key}, because no value is read from a file of its own: write Hello:{key[..^5]} into a settings file "
            + "that nobody but the user of this host can read.");

    [Fact]
    public void Variables_ThatSetOneKeyToDifferentValues_AreRefused() => VariablesTwice.Of(
            "Hello",
            [
                ("Hello__LogFormat", "json"), ("HELLO__LOGFORMAT", "text"), ("Hello:LogFormat", "json"), ("Hello__Keys", "a"),
                ("hello__keys", "a"), ("Other__Keys", "a"), ("OTHER__KEYS", "b"),
            ])
        .ShouldBe([
            "The variables HELLO__LOGFORMAT and Hello:LogFormat and Hello__LogFormat are the same setting with different values: keep one "
                + "of them.",
        ]);

    [Theory]
    [InlineData("CertificatePassword", true)]
    [InlineData("Webhook:Authorization", true)]
    [InlineData("ForwardUsers", true)]
    [InlineData("Kafka:Client:ssl.key.pem", true)]
    [InlineData("Kafka:SchemaRegistryClient:schema.registry.basic.auth.user.info", true)]
    [InlineData(nameof(AccessOptions.Keys), false)]
    public void Name_OfASecret_IsKnown(string key, bool isSecret) => Setting.IsSecretName(key).ShouldBe(isSecret);
}
