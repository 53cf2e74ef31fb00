using System.Buffers;
using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Tests.Replay;

/// <summary>Heads as senders write them: what RFC 5424 and RFC 3164 say, and what rsyslog, Go, Python and Cisco make of it.</summary>
public sealed class SyslogFieldsTests
{
    private static readonly DateTimeOffset Received = new(2026, 11, 26, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("<155>2026-11-26T11:38:53.397229+00:00 vm web[12]: x", 3, 19, "2026-11-26T11:38:53.397229Z", "vm", "web", "12")]
    [InlineData("<155>2026-11-26T11:38:53+01:00 vm web: x", 3, 19, "2026-11-26T10:38:53Z", "vm", "web", null)]
    [InlineData("<11>text", 3, 1, null, null, null, null)]
    [InlineData("<11>app: text", 3, 1, null, null, "app", null)]
    [InlineData("<13>Nov 26 2026 11:40:00 h app: x", 5, 1, "2026-11-26T11:40:00Z", "h", "app", null)]
    [InlineData("<13>Nov 26 11:40:00 2025 h app: x", 5, 1, "2025-11-26T11:40:00Z", "h", "app", null)]
    [InlineData("<13>Nov  6 11:40:00 app[12]: x", 5, 1, "2026-11-06T11:40:00Z", null, "app", "12")]
    [InlineData("<13>Nov  6 11:40:00.123 h app[12]: x", 5, 1, "2026-11-06T11:40:00.123Z", "h", "app", "12")]
    [InlineData("<13>Dec 31 23:59:59 h app: x", 5, 1, "2025-12-31T23:59:59Z", "h", "app", null)]
    [InlineData("<13>Nov 26 11:40:00 h no tag here", 5, 1, "2026-11-26T11:40:00Z", "h", null, null)]
    [InlineData("<13>Nov 26 11:40:00 fe80::1 app: x", 5, 1, "2026-11-26T11:40:00Z", "fe80::1", "app", null)]
    [InlineData("<189>*Nov 26 11:40:00.123 UTC: %SYS: x", 5, 23, "2026-11-26T11:40:00.123Z", null, "%SYS", null)]
    [InlineData("<165>1 2003-10-11T22:14:15.003Z h events 8710 ID47 - x", 5, 20, "2003-10-11T22:14:15.003Z", "h", "events", "8710")]
    [InlineData("<34>1 - - - - - - x", 2, 4, null, null, null, null)]
    [InlineData("<0>1 2003-10-11T22:14:15Z h a - - -", 0, 0, "2003-10-11T22:14:15Z", "h", "a", null)]
    [InlineData("<191>x", 7, 23, null, null, null, null)]
    [InlineData("<192>Nov 26 11:40:00 h app: x", null, null, null, null, null, null)]
    [InlineData("Nov 26 11:40:00 h app[1]: x", null, null, "2026-11-26T11:40:00Z", "h", "app", "1")]
    [InlineData("2015-10-18 18:01:47,978 INFO [main] x", 6, null, "2015-10-18T18:01:47.978Z", null, null, null)]
    [InlineData("081109 203615 148 INFO x", null, null, null, null, null, null)]
    [InlineData("""{"host":"h","level":3,"time":1385053862.5,"_app":"a"}""", 3, null, "2013-11-21T17:11:02.5Z", "h", "a", null)]
    [InlineData("""{"hostname":"h","severity":"WARNING","app":"a","pid":7}""", 4, null, null, "h", "a", "7")]
    [InlineData("CEF:0|Security|threatmanager|1.0|100|worm stopped|10|src=10.0.0.1", 2, null, null, null, "threatmanager", null)]
    [InlineData(@"CEF:0|a\|b|c\|d|1|2|3|Low|x", 6, null, null, null, "c|d", null)]
    [InlineData("<134>Nov 26 11:40:00 h CEF:0|Check Point|VPN-1|1.0|1|Accept|Unknown|x", 6, 16, "2026-11-26T11:40:00Z", "h", "VPN-1", null)]
    [InlineData("<13>1 2003-10-11T22:14:15Z h - - - - CEF:1|V|P|1|1|n|5|", 5, 1, "2003-10-11T22:14:15Z", "h", "P", null)]
    [InlineData("LEEF:1.0|Microsoft|MSExchange|2016|15345|src=10.0.0.1\tsev=9\tcat=x", 2, null, null, null, "MSExchange", null)]
    [InlineData("LEEF:2.0|Lancope|StealthWatch|1.0|41|^|src=10.0.1.8^sev=5", 4, null, null, null, "StealthWatch", null)]
    [InlineData("<134>CEF:0|V|P|1|1|n|5|rt=Nov 26 2026 11:40:00 UTC dvchost=fw1 dvc=10.0.0.1",
        6, 16, "2026-11-26T11:40:00Z", "fw1", "P", null)]
    [InlineData("CEF:0|V|P|1|1|n|5|end=1795693200000 dvc=10.0.0.1", 4, null, "2026-11-26T11:40:00Z", "10.0.0.1", "P", null)]
    [InlineData("<134>Nov 26 11:41:00 h CEF:0|V|P|1|1|n|5|rt=1795693200000 dvchost=x", 6, 16, "2026-11-26T11:41:00Z", "h", "P", null)]
    [InlineData("<13>1 2026-11-26T11:40:00Z h LEEF:2.0|V|P Q|1|41|^|sev=9", 5, 1, "2026-11-26T11:40:00Z", "h", "P Q", null)]
    [InlineData("<13>1 2026-11-26T11:40:00Z h CEF:0|V W|P|1|1|n|5|x=y", 5, 1, "2026-11-26T11:40:00Z", "h", "P", null)]
    [InlineData("<13>1 2026-11-26T11:40:00Z h a CEF:0|V W|P|1|1|n|5|x=y", 5, 1, "2026-11-26T11:40:00Z", "h", "a", null)]
    [InlineData("LEEF:1.0|V|P|1|1|usrName=a\tsev=info", 6, null, null, null, "P", null)]
    [InlineData("LEEF:1.0|V|P|1|1|devTime=Nov 26 2026 11:40:00\tidentHostName=h1", null, null, "2026-11-26T11:40:00Z", "h1", "P", null)]
    [InlineData("<134>27/11/2026:01:10:00 GMT ns1 0-PPE-0 : default TCP x", 6, 16, "2026-11-27T01:10:00Z", "ns1", "0-PPE-0", null)]
    [InlineData("<7>2026-11-26T11:40:00.1230000000000000000000000000000000000000+01:00 h app[1]: x",
        7, 0, "2026-11-26T10:40:00.123Z", "h", "app", "1")]
    [InlineData("<134>Nov 26 11:40:00 dns1 10.0.0.1 dhcpd[7]: x", 6, 16, "2026-11-26T11:40:00Z", "dns1", "dhcpd", "7")]
    [InlineData("<134>Nov 26 11:40:00 ise1 CISE_Alarm 0000000001 1 0 x", 6, 16, "2026-11-26T11:40:00Z", "ise1", "CISE_Alarm", null)]
    [InlineData("<134>Nov 26 11:40:00 relay Nov 26 11:39:00 ise1 CISE_Alarm 0000000001 1 0 x",
        6, 16, "2026-11-26T11:39:00Z", "ise1", "CISE_Alarm", null)]
    [InlineData("2026-11-26T11:40:00+00:00 cdn1  {\"a\":1}", null, null, "2026-11-26T11:40:00Z", "cdn1", null, null)]
    [InlineData("2026/11/26 11:40:00 [error] 80#2: x", 3, null, "2026-11-26T11:40:00Z", null, null, "80")]
    [InlineData("Thu Nov 26 11:40:00 2026 [pid 2] CONNECT: x", null, null, "2026-11-26T11:40:00Z", null, null, "2")]
    [InlineData("""{"LogTimestamp":"Thu Nov 26 11:40:00 2026","host":"h"}""", null, null, "2026-11-26T11:40:00Z", "h", null, null)]
    [InlineData("""{"time":"Nov 26 11:40:00","host":"h"}""", null, null, null, "h", null, null)]
    [InlineData("CEF:0|too|short", null, null, null, null, null, null)]
    [InlineData("<189>8103: Nov 27 01:10:00.123 UTC : %UC-5-X: x", 5, 23, "2026-11-27T01:10:00.123Z", null, "%UC-5-X", null)]
    [InlineData("<189>12: 000034: *Nov 27 2026 01:10:00 EST: %SYS-5-X: x", 5, 23, "2026-11-27T06:10:00Z", null, "%SYS-5-X", null)]
    [InlineData("<189>12: rtr1: Nov 27 01:10:00.1: %SYS-5-X: x", 5, 23, "2026-11-27T01:10:00.1Z", "rtr1", "%SYS-5-X", null)]
    [InlineData("<189>: 2026 Nov 27 01:10:00 UTC: %DAEMON-3-X: x", 5, 23, "2026-11-27T01:10:00Z", null, "%DAEMON-3-X", null)]
    [InlineData("<166>Nov 27 2026 01:10:00 fw1 : %ASA-6-302015: x", 6, 20, "2026-11-27T01:10:00Z", "fw1", "%ASA-6-302015", null)]
    [InlineData("%ASA-6-302015: x", 6, null, null, null, "%ASA-6-302015", null)]
    [InlineData("<165>Nov 27 01:10:00 leaf1 %LOG-2-SYSTEM_MSG [F0] x", 5, 20, "2026-11-27T01:10:00Z", "leaf1", "%LOG-2-SYSTEM_MSG", null)]
    [InlineData("<134>11/27/2026:01:10:00 GMT ns1 0-PPE-0 : default TCP x", 6, 16, "2026-11-27T01:10:00Z", "ns1", "0-PPE-0", null)]
    [InlineData("<134>1 1563249630.774247467 appliance events x", 6, 16, "2019-07-16T04:00:30.7742474Z", "appliance", "events", null)]
    [InlineData("<13>Nov 27 01:10:00 [node:secd.x:notice]: x", 5, 1, "2026-11-27T01:10:00Z", "node", "secd.x", null)]
    [InlineData("Nov 27 01:10:00 daemon.info bsd1 dhcpd[7]: x", 6, 3, "2026-11-27T01:10:00Z", "bsd1", "dhcpd", "7")]
    [InlineData("Nov 27 01:10:00 <local4.err> bsd1 app: x", 3, 20, "2026-11-27T01:10:00Z", "bsd1", "app", null)]
    [InlineData("<38>Nov 27 01:10:00 Message forwarded from aix1: sshd[9]: x", 6, 4, "2026-11-27T01:10:00Z", "aix1", "sshd", "9")]
    [InlineData("Nov 27 01:10:00 h CEF:0|V|P|1|1|n|9|", 2, null, "2026-11-27T01:10:00Z", "h", "P", null)]
    [InlineData("<111>Nov 27 01:10:00 relay date=2026-11-27 time=02:00:00 devname=\"fg1\" devid=\"F\" level=\"notice\"",
        7, 13, "2026-11-27T01:10:00Z", "fg1", null, null)]
    [InlineData("date=2026-11-27 time=02:00:00 devname=\"fg1\" devid=\"F\" level=\"notice\" x=",
        5, null, "2026-11-27T02:00:00Z", "fg1", null, null)]
    [InlineData("<30>device=\"SFW\" date=2026-11-27 time=18:13:40 device_name=\"CR 750\" priority=Information",
        6, 3, "2026-11-27T18:13:40Z", "CR 750", null, null)]
    [InlineData("<134>id=firewall sn=1 time=\"2026-11-27 23:54:20 UTC\" fw=10.2.1.3 pri=6",
        6, 16, "2026-11-27T23:54:20Z", "10.2.1.3", null, null)]
    [InlineData("time=1795741800|hostname=gw1|severity=Medium|product=VPN-1 & FireWall-1|origin=1.1.1.1|2.2.2.2|x=y",
        4, null, "2026-11-27T01:10:00Z", "gw1", "VPN-1 & FireWall-1", null)]
    [InlineData("2026-11-27 01:10:00\treason=Not allowed\tproduct=NSS x\thost=h", null, null, "2026-11-27T01:10:00Z", null, null, null)]
    [InlineData("level=info ts=2026-11-27T01:10:00Z msg=\"a \\\"b\" component=tsdb", 6, null, "2026-11-27T01:10:00Z", null, "tsdb", null)]
    [InlineData("type=SYSCALL msg=audit(1364481363.243:24287): arch=c pid=35 comm=\"cat\"", null, null, null, null, "cat", "35")]
    [InlineData("12/31/9999:23:59:59 PST x", null, null, null, null, null, null)]
    [InlineData("01/01/0001:00:00:00 CET x", null, null, null, null, null, null)]
    [InlineData("<165>Aug 24 05:34:00 CST 1987 mymachine myproc[10]: x", 5, 20, "1987-08-24T11:34:00Z", "mymachine", "myproc", "10")]
    [InlineData("<0>1990 Oct 22 10:52:01 TZ-6 scapegoat.example sched[0]: x",
        0, 0, "1990-10-22T16:52:01Z", "scapegoat.example", "sched", "0")]
    [InlineData("<13>Nov 26 11:40:00 +0530 h app: x", 5, 1, "2026-11-26T06:10:00Z", "h", "app", null)]
    [InlineData("<134>1 2026-11-26T11:40:00.123456789Z h app 7 - - x", 6, 16, "2026-11-26T11:40:00.1234567Z", "h", "app", "7")]
    [InlineData("<134>1 2016-12-31T23:59:60Z h app[7] - - - x", 6, 16, "2017-01-01T00:00:00Z", "h", "app", "7")]
    [InlineData("1 2020-05-22T14:59:09.250-03:00 mx1 rpd 6589 - - x", null, null, "2020-05-22T17:59:09.25Z", "mx1", "rpd", "6589")]
    [InlineData("1 apple", null, null, null, null, null, null)]
    [InlineData("\n  <13>1 2026-11-26T11:40:00Z h root 8449 - - x", 5, 1, "2026-11-26T11:40:00Z", "h", "root", "8449")]
    [InlineData("\uFEFF<13>Nov 26 11:40:00 h app: x", 5, 1, "2026-11-26T11:40:00Z", "h", "app", null)]
    [InlineData("<134>2026-11-26T11:40:00Z fw1 CheckPoint 26203 - [a@2620 action=\"Drop\"] x",
        6, 16, "2026-11-26T11:40:00Z", "fw1", "CheckPoint", "26203")]
    [InlineData("<190>2026-11-26T11:40:00Z 10.0.0.1 prn1 - ACCESS - {}", 6, 23, "2026-11-26T11:40:00Z", "10.0.0.1", "prn1", null)]
    [InlineData("<190>123030: sw1: %SYS-5-CONFIG_I: x", 6, 23, null, "sw1", "%SYS-5-CONFIG_I", null)]
    [InlineData("<190>12: sw1: 6340004: Nov 26 11:40:00: %SEC-6-X: x", 6, 23, "2026-11-26T11:40:00Z", "sw1", "%SEC-6-X", null)]
    [InlineData("<191>Nov 26 11:40:00 asa1: %ASA-6-302013: x", 7, 23, "2026-11-26T11:40:00Z", "asa1", "%ASA-6-302013", null)]
    [InlineData("<187>13: RP/0/RP0/CPU0:Nov 26 11:40:00.2 EST: snmpd[1002]: %SNMP-3-X : x",
        3, 23, "2026-11-26T16:40:00.2Z", null, "snmpd", "1002")]
    [InlineData("<187>3408: CLC 6/0: Nov 26 11:40:00.2 UTC: %PKI-3-X: x", 3, 23, "2026-11-26T11:40:00.2Z", null, "%PKI-3-X", null)]
    [InlineData("<134>ssg5: NetScreen device_id=ssg5 [Root]system-notification-00257", 6, 16, null, "ssg5", "NetScreen", null)]
    [InlineData("<134>Nov 26 11:40:00 relay Nov 26 2026 11:39:00 fw1 : %ASA-6-1: x",
        6, 16, "2026-11-26T11:39:00Z", "fw1", "%ASA-6-1", null)]
    [InlineData("<134>Nov 26 11:40:00 h 2026-11-26 11:39:59,123 INFO text", 6, 16, "2026-11-26T11:40:00Z", "h", null, null)]
    [InlineData("<13>Nov 26 11:40:00 ap1 notice tmm[23068]: x", 5, 1, "2026-11-26T11:40:00Z", "ap1", "tmm", "23068")]
    [InlineData("Nov 26 11:40:00 slot1/lb1 notice mcpd[6760]: x", 5, null, "2026-11-26T11:40:00Z", "slot1/lb1", "mcpd", "6760")]
    [InlineData("<30>Nov 26 11:40:00 U7PG2,788a2056b182,v4.0.66.10832: logread[5495]: x",
        6, 3, "2026-11-26T11:40:00Z", "U7PG2,788a2056b182,v4.0.66.10832", "logread", "5495")]
    [InlineData("<30>Nov 26 11:40:00 (\"U7PG2,788a2056b182,v4.0.66\") hostapd: x",
        6, 3, "2026-11-26T11:40:00Z", "U7PG2,788a2056b182,v4.0.66", "hostapd", null)]
    [InlineData("Nov 26 11:40:00 udm udm sshd[454008]: x", null, null, "2026-11-26T11:40:00Z", "udm", "sshd", "454008")]
    [InlineData("2026-11-26T11:40:00+01:00 gw system,error,critical login failure", 2, null, "2026-11-26T10:40:00Z", "gw", "system", null)]
    [InlineData("<134>Nov 26 11:40:00 gw firewall,info forward: in:x", 6, 16, "2026-11-26T11:40:00Z", "gw", "firewall", null)]
    [InlineData("<134>Nov 26 11:40:00 [10.0.0.143] ZscalerNSS: x", 6, 16, "2026-11-26T11:40:00Z", "10.0.0.143", "ZscalerNSS", null)]
    [InlineData("<14>Nov 26 11:40:00 nas WinFileService Event: read, Path: /x",
        6, 1, "2026-11-26T11:40:00Z", "nas", "WinFileService", null)]
    [InlineData("<134>1795693200.774 appliance flows src=1.1.1.1 dst=2.2.2.2",
        6, 16, "2026-11-26T11:40:00.774Z", "appliance", "flows", null)]
    [InlineData("Nov 26 11:40:00 10.0.0.20 ASM:CEF:0|F5|ASM|11|1|n|8|x=y", 3, null, "2026-11-26T11:40:00Z", "10.0.0.20", "ASM", null)]
    [InlineData("<134>{\"host\":\"h\",\"app\":\"a\",\"level\":\"error\"}", 6, 16, null, "h", "a", null)]
    [InlineData("<134>Nov 26 11:40:00 relay suricata[7]: {\"timestamp\":\"2026-11-26T11:39:00Z\",\"host\":\"h\"}",
        6, 16, "2026-11-26T11:40:00Z", "relay", "suricata", "7")]
    [InlineData("<13>date=2026-11-26 time=11:40:00 tz=\"-0700\" devname=fg1 devid=F service=HTTPS hostname=x.example level=notice",
        5, 1, "2026-11-26T18:40:00Z", "fg1", null, null)]
    [InlineData("<13>Nov 26 11:40:00 relay devname=web1 device_id=FV1 type=event", 5, 1, "2026-11-26T11:40:00Z", "web1", null, null)]
    [InlineData("2026-11-26 11:40:00\treason=Allowed\turl=x.example/\thostname=x.example",
        null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData(
        """
        {"@timestamp":"2026-11-26T11:40:00Z","agent":{"hostname":"w1"},
        "winlog":{"level":"Error","source_name":"Security","process_id":500}}
        """,
        3, null, "2026-11-26T11:40:00Z", "w1", "Security", "500")]
    [InlineData("""{"host":"  ","short_message":"m"}""", null, null, null, null, null, null)]
    [InlineData("2026-11-26 11:40:00 15 10.0.0.1 - - - OBSERVED x", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("2026-11-26 11:40:00,123 - myapp - ERROR - disk full", 3, null, "2026-11-26T11:40:00.123Z", null, "myapp", null)]
    [InlineData("2026-11-26 11:40:00,123 INFO org.apache.hadoop.App: x",
        6, null, "2026-11-26T11:40:00.123Z", null, "org.apache.hadoop.App", null)]
    [InlineData("2026-11-26T11:40:00.123Z  INFO my_crate: x", 6, null, "2026-11-26T11:40:00.123Z", null, "my_crate", null)]
    [InlineData("2026-11-26T11:40:00.123Z info hostd[2099] [Originator@6876 sub=Vimsvc] x",
        6, null, "2026-11-26T11:40:00.123Z", null, "hostd", "2099")]
    [InlineData("2026-11-26 11:40:00.123  WARN 1234 --- [main] c.e.App : x", 4, null, "2026-11-26T11:40:00.123Z", null, null, "1234")]
    [InlineData("<14>2026-11-26T11:40:00Z error starting the app", 6, 1, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("Nov 26 11:40:00 10.1.1.1 12345: *Nov 26 11:39:59.123: %SYS-5-CONFIG_I: x",
        5, null, "2026-11-26T11:39:59.123Z", "10.1.1.1", "%SYS-5-CONFIG_I", null)]
    [InlineData("Nov 26 11:40:00 10.1.1.1 : 2026 Nov 26 11:40:00 CET: %ETHPORT-5-IF_DOWN: x",
        5, null, "2026-11-26T10:40:00Z", "10.1.1.1", "%ETHPORT-5-IF_DOWN", null)]
    [InlineData("<189>Nov 26 11:40:00 10.1.1.1 12345: 3w2d: %SYS-5-X: x", 5, 23, "2026-11-26T11:40:00Z", "10.1.1.1", "%SYS-5-X", null)]
    [InlineData("<13>Nov 26 11:40:00 SYSTEM: link up", 5, 1, "2026-11-26T11:40:00Z", null, "SYSTEM", null)]
    [InlineData("<13>Nov 26 11:40:00 CRON: x", 5, 1, "2026-11-26T11:40:00Z", null, "CRON", null)]
    [InlineData("<189>12: Nov 26 11:40:00 JST: %SYS-5-X: x", 5, 23, "2026-11-26T02:40:00Z", null, "%SYS-5-X", null)]
    [InlineData("<189>51: 3w2d: %SYS-5-CONFIG_I: x", 5, 23, null, null, "%SYS-5-CONFIG_I", null)]
    [InlineData("<189>51: 00:12:34: %SYS-5-CONFIG_I: x", 5, 23, null, null, "%SYS-5-CONFIG_I", null)]
    [InlineData("<189>rtr1: 51: 1d02h: %SYS-5-CONFIG_I: x", 5, 23, null, "rtr1", "%SYS-5-CONFIG_I", null)]
    [InlineData("<13>Nov 26 11:40:00 web1 Nov 26 11:39:58 Starting backup", 5, 1, "2026-11-26T11:40:00Z", "web1", null, null)]
    [InlineData("<13>Nov 26 11:40:00 relay Nov 26 11:39:58 fw1 CEF:0|V|P|1|1|n|5|", 5, 1, "2026-11-26T11:39:58Z", "fw1", "P", null)]
    [InlineData("<13>Nov 26 11:40:00 [1234] x", 5, 1, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("<13>Nov 26 11:40:00 gw 10,error x", 5, 1, "2026-11-26T11:40:00Z", "gw", null, null)]
    [InlineData("<13>Nov 26 11:40:00 WIN1\tMSWinEventLog\t1\tSecurity\t3\tThu Nov 26 11:39:58 2026",
        5, 1, "2026-11-26T11:40:00Z", "WIN1", "MSWinEventLog", null)]
    [InlineData("<13>web1.example.com\tMSWinEventLog\t1\tSecurity\t722\tWed Sep 06 17:59:08 2006\t576",
        5, 1, null, "web1.example.com", "MSWinEventLog", null)]
    [InlineData("win7\tMSWinEventLog\t1\tSecurity\t722\tWed Sep 06 17:59:08 2006\t576", null, null, null, "win7", "MSWinEventLog", null)]
    [InlineData("<132>wlc1: *spamApTask1: Nov 26 11:40:00.958: %CAPWAP-4-DISC_INTF_ERR2: [PA]x.c:2053 x",
        4, 16, "2026-11-26T11:40:00.958Z", "wlc1", "%CAPWAP-4-DISC_INTF_ERR2", null)]
    [InlineData("<134>1 1563249630.774247467 MX84 flows src=10.0.0.1 dst=1.1.1.1",
        6, 16, "2019-07-16T04:00:30.7742474Z", "MX84", "flows", null)]
    [InlineData("<13>Feb 11 17:32:26 web1 app: from the archive", 5, 1, "2026-02-11T17:32:26Z", "web1", "app", null)]
    [InlineData("""<30>device="SFW" date=2026-05-18 time=14:38:48 timezone="CEST" device_name="XG230" log_type="Anti-Spam" """,
        6, 3, "2026-05-18T12:38:48Z", "XG230", null, null)]
    [InlineData("2026-11-26 11:40:00\tabc\tdef\tghi", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("a=b and no more", null, null, null, null, null, null)]
    [InlineData("""{"event":"login","level":"warning","timestamp":"2026-11-26T11:40:00Z","logger":"auth"}""",
        4, null, "2026-11-26T11:40:00Z", null, "auth", null)]
    [InlineData("""{"message":"m","level":400,"level_name":"ERROR","channel":"shop","datetime":"2026-11-26T11:40:00.5+00:00"}""",
        3, null, "2026-11-26T11:40:00.5Z", null, "shop", null)]
    [InlineData("""{"EventTime":"2026-11-26 11:40:00","Hostname":"WIN1","SourceName":"Security","Severity":"WARNING","ProcessID":4}""",
        4, null, "2026-11-26T11:40:00Z", "WIN1", "Security", "4")]
    [InlineData("""{"asctime":"2026-11-26 11:40:00,123","levelname":"ERROR","message":"m"}""",
        3, null, "2026-11-26T11:40:00.123Z", null, null, null)]
    [InlineData("""{"Timestamp":"2026-11-26T11:40:00Z","LogLevel":"Error","Category":"Shop","Message":"m"}""",
        3, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("""{"__REALTIME_TIMESTAMP":"1795693200000000","_HOSTNAME":"h","SYSLOG_IDENTIFIER":"a","_PID":"7","PRIORITY":"3"}""",
        3, null, "2026-11-26T11:40:00Z", "h", "a", "7")]
    [InlineData("""{"instant":{"epochSecond":1795693200,"nanoOfSecond":123456700},"level":"INFO","loggerName":"a.App","message":"m"}""",
        6, null, "2026-11-26T11:40:00.1234567Z", null, "a.App", null)]
    [InlineData("""{"a":1""", null, null, null, null, null, null)]
    [InlineData("""{"hostName":"h","log-level":"warn","serviceName":"a","processId":7,"event_time":"2026-11-26T11:40:00Z"}""",
        4, null, "2026-11-26T11:40:00Z", "h", "a", "7")]
    [InlineData("""{"version":"1.1","host":"h","short_message":"x","level":3,"_logger":"shop.Cart"}""",
        3, null, null, "h", "shop.Cart", null)]
    [InlineData("""{"Process Name":"C:\\x.exe","SourceName":"Defender"}""", null, null, null, null, "Defender", null)]
    [InlineData("""{"timestamp":"n/a","@timestamp":"2026-11-26T11:40:00Z"}""", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("""{"level":"Metadata","severity":"error"}""", 3, null, null, null, null, null)]
    [InlineData("""{"TIMESTAMP":"20261126114000.500"}""", null, null, "2026-11-26T11:40:00.5Z", null, null, null)]
    [InlineData("""{"date":"2026-11-26","time":"11:40:00"}""", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("""{"date":"2026-11-26"}""", null, null, null, null, null, null)]
    [InlineData("""{"time_local":"26/Nov/2026:13:40:00 +0200"}""", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("""{"time":"11/26/2026 1:40:05 PM"}""", null, null, "2026-11-26T13:40:05Z", null, null, null)]
    [InlineData(" time=11:40:00 devname=\"fg1\" devid=\"F\" level=\"warning\"", 4, null, null, "fg1", null, null)]
    [InlineData("\"CEF:0|V|P|1|1|n|9|rt=2026-11-26-11.40.00.123456", 2, null, "2026-11-26T11:40:00.123456Z", null, "P", null)]
    [InlineData("Nov 26 11:40:00 PA-VM 1,2026/11/26 11:39:00,0091,TRAFFIC,end,x", null, null, "2026-11-26T11:40:00Z", "PA-VM", null, null)]
    [InlineData("1,2026/11/26 11:40:00,0091,USERID,login,x", null, null, "2026-11-26T11:40:00Z", null, null, null)]
    [InlineData("<189>rtr1: Nov 26 11:40:00.018 BRT: %IP-4-X: x", 5, 23, "2026-11-26T14:40:00.018Z", "rtr1", "%IP-4-X", null)]
    public void Of_AMessage_ReadsItsHead(
        string message, int? severity, int? facility, string? time, string? host, string? app, string? process)
    {
        var fields = SyslogFields.Of(RecordOf(message));

        fields.Severity.ShouldBe(severity);
        fields.Facility.ShouldBe(facility);
        fields.Time.ShouldBe(time is null ? null : DateTimeOffset.Parse(time, System.Globalization.CultureInfo.InvariantCulture));
        (fields.Host, fields.App, fields.Process).ShouldBe((host, app, process));
    }

    /// <summary>A line in RFC 5424 says no less than the record.</summary>
    [Theory]
    [InlineData("<134>2026-11-26T11:40:00Z fw1 CheckPoint 26203 - [a@2620 action=\"Drop\"] x",
        "<134>1 2026-11-26T11:40:00.000000Z fw1 CheckPoint 26203 - [a@2620 action=\"Drop\"] x")]
    [InlineData("<190>2026-11-26T11:40:00Z h prn1 - ACCESS - {}", "<190>1 2026-11-26T11:40:00.000000Z h prn1 - ACCESS - {}")]
    [InlineData("<30>Nov 26 11:40:00 gw system,error,critical login failure",
        "<30>1 2026-11-26T11:40:00.000000Z gw system - - - system,error,critical login failure")]
    [InlineData("<13>Nov 26 11:40:00 ap1 warning tmm[23068]: x",
        "<13>1 2026-11-26T11:40:00.000000Z ap1 tmm 23068 - - warning tmm[23068]: x")]
    [InlineData("2026-11-26T11:40:00Z INFO my_crate: x", "<14>1 2026-11-26T11:40:00.000000Z - my_crate - - - INFO my_crate: x")]
    [InlineData("<13>Nov 26 11:40:00 h app: x", "<13>1 2026-11-26T11:40:00.000000Z h app - - - app: x")]
    [InlineData("""{"host":"h","app":"Service Control Manager","time":"2026-11-26T11:40:00Z","pid":"1 \u00e9"}""",
        """<13>1 2026-11-26T11:40:00.000000Z h Service_Control_Manager 1__ - - """ +
        """{"host":"h","app":"Service Control Manager","time":"2026-11-26T11:40:00Z","pid":"1 \u00e9"}""")]
    public void Write_AsRfc5424_KeepsAllWords(string message, string expected) => Rfc5424(message).ShouldBe(expected);

    [Fact]
    public void Write_AsRfc5424_CutsWordsToTheirLengths()
    {
        var long300 = new string('a', 300);
        var message = $$"""{"host":"{{long300}}","app":"{{long300}}","pid":"{{long300}}"}""";

        Rfc5424(message).Split(' ').Skip(2).Take(3).Select(word => word.Length).ShouldBe([255, 48, 128]);
    }

    private static string Rfc5424(string message)
    {
        var output = new ArrayBufferWriter<byte>();
        RecordFormats.Of(RecordFormats.Rfc5424)(RecordOf(message), output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }

    private static Journal.Log.Frames.LogRecord RecordOf(string message) =>
        new(0, Clock.Microseconds(Received), new(SourceKind.Tcp, "a"), RecordMarks.None, Encoding.UTF8.GetBytes(message));
}
