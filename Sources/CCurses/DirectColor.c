#include <stdlib.h>
#include <string.h>

#include "State.h"

// Debian's base package has no entry with 24-bit colours, so two come along: `xterm-256color` and
// `tmux-256color` with these differences, compiled by `tic -x` and printed by `infocmp -x -q -Q2` (ncurses
// 6.4):
//
//   setaf=\E[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e%p1%{256}%<%t38;5;%p1%d
//
// Numbers below 256 are the palette's; semicolons are understood by more terminals than colons.

static const char xterm_entry[] =
    "b64:HgInACYADwCdAYMGaW5ib3gtZGlyZWN0fHh0ZXJtIHdpdGggMjQtYml0IGNvbG91cnMAAAEAAAEAAAABAAAAAAEBAAAA"
    "AAAAAAEAAAEAAAEAAAAAAAAAAAEAUAAAAAgAAAAYAAAA____________________________________________________"
    "_wAAAAEAAAEAAAAEAAYACAAZAB4AJgAqAC4A__85AEoATABQAFcA__9ZAGYA__9qAG4AeAB8AP____-AAIQAiQCOAP__oACl"
    "AKoA__-vALQAuQC-AMcAywDSAP__5ADpAO8A9QD_______8HAf_______xkB__8dAf_______x8B__8kAf__________KAEs"
    "ATIBNgE6AT4BRAFKAVABVgFcAWAB__9lAf__aQFuAXMBdwF-Af__hQGJAZEB_____________________________5kBogGr"
    "Af__rgG3AcAByQHSAdsB5AHtAfYB_wH_______8IAgwCEQIWAioCMwL_____RQJIAlMCVgJYAlsCuAL__7sC__________-9"
    "AsECxQLJAs0C_____9EC__8GA_____8KAxAD_____________xYD_____________xoDHgP_________________________"
    "_________________________________________yID_____ykD__________8wAzcDPgP_____RQP__0wD________UwP_"
    "____________WgNgA2YDbQN0A3sDggOKA5IDmgOiA6oDsgO6A8IDyQPQA9cD3gPmA-4D9gP-AwYEDgQWBB4EJQQsBDMEOgRC"
    "BEoEUgRaBGIEagRyBHoEgQSIBI8ElgSeBKYErgS2BL4ExgTOBNYE3QTkBOsE8AT_________________________________"
    "__________________________cEAgUHBRoFHgX-__7__v____7__v___________________ycF____________________"
    "____LAX_____________________________________________________MgVDBf____________________________9V"
    "Bf_______1kF3wX__________________2YG____________________________________________________________"
    "____________________________________________________fQaABhtbWgAHAA0AG1slaSVwMSVkOyVwMiVkcgAbWzNn"
    "ABtbSBtbMkoAG1tLABtbSgAbWyVpJXAxJWRHABtbJWklcDElZDslcDIlZEgACgAbW0gAG1s_MjVsAAgAG1s_MTJsG1s_MjVo"
    "ABtbQwAbW0EAG1s_MTI7MjVoABtbUAAbW00AGygwABtbNW0AG1sxbQAbWz8xMDQ5aBtbMjI7MDswdAAbWzJtABtbNGgAG1s4"
    "bQAbWzdtABtbN20AG1s0bQAbWyVwMSVkWAAbKEIAGyhCG1ttABtbPzEwNDlsG1syMzswOzB0ABtbNGwAG1syN20AG1syNG0A"
    "G1s_NWgkPDEwMC8-G1s_NWwAG1shcBtbPzM7NGwbWzRsGz4AG1tMAH8AG1szfgAbT0IAG09QABtbMjF-ABtPUQAbT1IAG09T"
    "ABtbMTV-ABtbMTd-ABtbMTh-ABtbMTl-ABtbMjB-ABtPSAAbWzJ-ABtPRAAbWzZ-ABtbNX4AG09DABtbMTsyQgAbWzE7MkEA"
    "G09BABtbPzFsGz4AG1s_MWgbPQAbWz8xMDM0bAAbWz8xMDM0aAAbRQAbWyVwMSVkUAAbWyVwMSVkTQAbWyVwMSVkQgAbWyVw"
    "MSVkQAAbWyVwMSVkUwAbWyVwMSVkTAAbWyVwMSVkRAAbWyVwMSVkQwAbWyVwMSVkVAAbWyVwMSVkQQAbW2kAG1s0aQAbWzVp"
    "ACVwMSVjG1slcDIlezF9JS0lZGIAG2MbXTEwNAcAG1shcBtbPzM7NGwbWzRsGz4AGzgAG1slaSVwMSVkZAAbNwAKABtNACU_"
    "JXA5JXQbKDAlZRsoQiU7G1swJT8lcDYldDsxJTslPyVwNSV0OzIlOyU_JXAyJXQ7NCU7JT8lcDElcDMlfCV0OzclOyU_JXA0"
    "JXQ7NSU7JT8lcDcldDs4JTttABtIAAkAG093ABtPeQAbT3UAG09xABtPcwBgYGFhZmZnZ2lpampra2xsbW1ubm9vcHBxcXJy"
    "c3N0dHV1dnZ3d3h4eXl6ent7fHx9fX5-ABtbWgAbWz83aAAbWz83bAAbT0UAG09GABtPTQAbWzM7Mn4AG1sxOzJGABtbMTsy"
    "SAAbWzI7Mn4AG1sxOzJEABtbNjsyfgAbWzU7Mn4AG1sxOzJDABtbMjN-ABtbMjR-ABtbMTsyUAAbWzE7MlEAG1sxOzJSABtb"
    "MTsyUwAbWzE1OzJ-ABtbMTc7Mn4AG1sxODsyfgAbWzE5OzJ-ABtbMjA7Mn4AG1syMTsyfgAbWzIzOzJ-ABtbMjQ7Mn4AG1sx"
    "OzVQABtbMTs1UQAbWzE7NVIAG1sxOzVTABtbMTU7NX4AG1sxNzs1fgAbWzE4OzV-ABtbMTk7NX4AG1syMDs1fgAbWzIxOzV-"
    "ABtbMjM7NX4AG1syNDs1fgAbWzE7NlAAG1sxOzZRABtbMTs2UgAbWzE7NlMAG1sxNTs2fgAbWzE3OzZ-ABtbMTg7Nn4AG1sx"
    "OTs2fgAbWzIwOzZ-ABtbMjE7Nn4AG1syMzs2fgAbWzI0OzZ-ABtbMTszUAAbWzE7M1EAG1sxOzNSABtbMTszUwAbWzE1OzN-"
    "ABtbMTc7M34AG1sxODszfgAbWzE5OzN-ABtbMjA7M34AG1syMTszfgAbWzIzOzN-ABtbMjQ7M34AG1sxOzRQABtbMTs0UQAb"
    "WzE7NFIAG1sxSwAbWz82OWwAG1slaSVkOyVkUgAbWzZuABtbPyVbOzAxMjM0NTY3ODldYwAbW2MAG1szOTs0OW0AG1szbQAb"
    "WzIzbQAbWz82OWgbWyVpJXAxJWRzABtbPzY5aBtbJWk7JXAxJWRzABtbPAAbWyU_JXAxJXs4fSU8JXQzJXAxJWQlZSVwMSV7"
    "MTZ9JTwldDklcDElezh9JS0lZCVlJXAxJXsyNTZ9JTwldDM4OzU7JXAxJWQlZTM4OzI7JXAxJXs2NTUzNn0lLyVkOyVwMSV7"
    "MjU2fSUvJXsyNTV9JSYlZDslcDElezI1NX0lJiVkJTttABtbJT8lcDElezh9JTwldDQlcDElZCVlJXAxJXsxNn0lPCV0MTAl"
    "cDElezh9JS0lZCVlJXAxJXsyNTZ9JTwldDQ4OzU7JXAxJWQlZTQ4OzI7JXAxJXs2NTUzNn0lLyVkOyVwMSV7MjU2fSUvJXsy"
    "NTV9JSYlZDslcDElezI1NX0lJiVkJTttABtbPzY5aBtbJWklcDElZDslcDIlZHMAG2wAG20AAAMAAABOAJ8A3AMBAQEAAAAJ"
    "ABIAGQAlACoAPABDAEoAUABaAHoAgQCIAI8AlgCdAKQAqwCyALkAwADHAM4A1QDcAOMA6gDxAPgA_wAGAQ0BFAEbASIBKQEw"
    "ATcBPgFFAUwBUwFaAWEBaAFvAXYBfQGEAYsBkgGZAaABpwGuAbUBvAHDAcoB0QHYAd8B5gHqAe4B8gH2AfoB_gECAgYCCgIO"
    "AhICFgIcAiECAAADAAcACgANABAAEwAWABkAHAAfACIAJQAoACsAMAA1ADoAPwBEAEgATQBSAFcAXABhAGcAbQBzAHkAfwCF"
    "AIsAkQCXAJ0AogCnAKwAsQC2ALwAwgDIAM4A1ADaAOAA5gDsAPIA-AD-AAQBCgEQARYBHAEiASgBLgEyATcBPAFBAUYBSwFP"
    "AVMBVwFbAV8BZQFrAXEBdwF9AYMBiQGOAZMBG1s_MjAwNGwAG1s_MjAwNGgAG10xMTIHABtdMTI7JXAxJXMHABtbM0oAG101"
    "MjslcDElczslcDIlcwcAG1syMDF-ABtbMjAwfgAbWzIgcQAbWyVwMSVkIHEAG1s_MTAwNjsxMDAwJT8lcDElezF9JT0ldGgl"
    "ZWwlOwAbWzM7M34AG1szOzR-ABtbMzs1fgAbWzM7Nn4AG1szOzd-ABtbMTsyQgAbWzE7M0IAG1sxOzRCABtbMTs1QgAbWzE7"
    "NkIAG1sxOzdCABtbMTszRgAbWzE7NEYAG1sxOzVGABtbMTs2RgAbWzE7N0YAG1sxOzNIABtbMTs0SAAbWzE7NUgAG1sxOzZI"
    "ABtbMTs3SAAbWzI7M34AG1syOzR-ABtbMjs1fgAbWzI7Nn4AG1syOzd-ABtbMTszRAAbWzE7NEQAG1sxOzVEABtbMTs2RAAb"
    "WzE7N0QAG1s2OzN-ABtbNjs0fgAbWzY7NX4AG1s2OzZ-ABtbNjs3fgAbWzU7M34AG1s1OzR-ABtbNTs1fgAbWzU7Nn4AG1s1"
    "Ozd-ABtbMTszQwAbWzE7NEMAG1sxOzVDABtbMTs2QwAbWzE7N0MAG1sxOzJBABtbMTszQQAbWzE7NEEAG1sxOzVBABtbMTs2"
    "QQAbWzE7N0EAG094ABtPdAAbT3YAG09yABtPRQAbT2sAG09sABtPbwAbT24AG09qABtPbQAbT3AAG1syOW0AG1s5bQAbWzwl"
    "aSVwMyVkOyVwMSVkOyVwMiVkOyU_JXA0JXRNJWVtJTsAQVgAUkdCAFhUAEJEAEJFAENyAENzAEUzAE1zAFBFAFBTAFNlAFNz"
    "AFhNAGtEQzMAa0RDNABrREM1AGtEQzYAa0RDNwBrRE4Aa0ROMwBrRE40AGtETjUAa0RONgBrRE43AGtFTkQzAGtFTkQ0AGtF"
    "TkQ1AGtFTkQ2AGtFTkQ3AGtIT00zAGtIT000AGtIT001AGtIT002AGtIT003AGtJQzMAa0lDNABrSUM1AGtJQzYAa0lDNwBr"
    "TEZUMwBrTEZUNABrTEZUNQBrTEZUNgBrTEZUNwBrTlhUMwBrTlhUNABrTlhUNQBrTlhUNgBrTlhUNwBrUFJWMwBrUFJWNABr"
    "UFJWNQBrUFJWNgBrUFJWNwBrUklUMwBrUklUNABrUklUNQBrUklUNgBrUklUNwBrVVAAa1VQMwBrVVA0AGtVUDUAa1VQNgBr"
    "VVA3AGthMgBrYjEAa2IzAGtjMgBrcDUAa3BBREQAa3BDTUEAa3BESVYAa3BET1QAa3BNVUwAa3BTVUIAa3BaUk8Acm14eABz"
    "bXh4AHhtAA==";

static const char tmux_entry[] =
    "b64:HgIrACsADwBpAaQFaW5ib3gtdG11eC1kaXJlY3R8dG11eCB3aXRoIDI0LWJpdCBjb2xvdXJzAAABAAABAAAAAQEAAAAB"
    "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAFQAAAACAAAABgAAAD_________________________________________"
    "____________AAAAAQAAAQAAAAQABgAIABkAHgAlACkALQD__zgASQBLAE8AVgD__1gAZAD__2gAawBxAHUAeQD__38AgQCG"
    "AIsA__-UAJkAngD__6MAqACtAP__sgC0ALkA___CAMcAzQDTAP__1gD__9gA________3AD__-AA________4gD__-cA____"
    "_______rAO8A9QD5AP0AAQEHAQ0BEwEZAR8BJAH__ykB__8tATIBNwE7AUIB__9JAU0BVQH_________________________"
    "_________10B__9gAWkBcgF7AYQBjQGWAZ8BqAGxAf____________________-6Af_____LAc4B2QHcAd4B4QE6Av__PQI_"
    "Av__________________________RAL__4UC________________iQL_____________________kAL_________________"
    "____________________________________________________lQL_____nAL__________6MCqgKxAv____-4Av__vwL_"
    "_______GAv_____________NAtMC2QLgAucC7gL1Av0CBQMNAxUDHQMlAy0DNQM8A0MDSgNRA1kDYQNpA3EDeQOBA4kDkQOY"
    "A58DpgOtA7UDvQPFA80D1QPdA-UD7QP0A_sDAgQJBBEEGQQhBCkEMQQ5BEEESQRQBFcEXgT_________________________"
    "____________________________________YwRuBHMEewR_BP7__v_-_____v_-____________________iAT_________"
    "______________-NBP______________________________________________________________________________"
    "_________5ME________lwQdBRtbWgAHAA0AG1slaSVwMSVkOyVwMiVkcgAbWzNnABtbSBtbSgAbW0sAG1tKABtbJWklcDEl"
    "ZEcAG1slaSVwMSVkOyVwMiVkSAAKABtbSAAbWz8yNWwACAAbWzM0aBtbPzI1aAAbW0MAG00AG1szNGwAG1tQABtbTQAbXTA7"
    "BwAOABtbNW0AG1sxbQAbWz8xMDQ5aAAbWzJtABtbNGgAG1s4bQAbWzdtABtbN20AG1s0bQAPABtbbQ8AG1s_MTA0OWwAG1s0"
    "bAAbWzI3bQAbWzI0bQAbZwAHABspMAAbW0wAfwAbWzN-ABtPQgAbT1AAG1syMX4AG09RABtPUgAbT1MAG1sxNX4AG1sxN34A"
    "G1sxOH4AG1sxOX4AG1syMH4AG1sxfgAbWzJ-ABtPRAAbWzZ-ABtbNX4AG09DABtbMTsyQgAbWzE7MkEAG09BABtbPzFsGz4A"
    "G1s_MWgbPQAbRQAbWyVwMSVkUAAbWyVwMSVkTQAbWyVwMSVkQgAbWyVwMSVkQAAbWyVwMSVkUwAbWyVwMSVkTAAbWyVwMSVk"
    "RAAbWyVwMSVkQwAbWyVwMSVkVAAbWyVwMSVkQQAbYxtbPzEwMDBsG1s_MjVoABs4ABtbJWklcDElZGQAGzcACgAbTQAbWzAl"
    "PyVwNiV0OzElOyU_JXAyJXQ7NCU7JT8lcDElcDMlfCV0OzclOyU_JXA0JXQ7NSU7JT8lcDUldDsyJTslPyVwNyV0OzglO20l"
    "PyVwOSV0DiVlDyU7ABtIAAkAG10wOwArKywsLS0uLjAwYGBhYWZmZ2doaGlpampra2xsbW1ubm9vcHBxcXJyc3N0dHV1dnZ3"
    "d3h4eXl6ent7fHx9fX5-ABtbWgAbKEIbKTAAG1s0fgAbWzM7Mn4AG1sxOzJGABtbMTsySAAbWzI7Mn4AG1sxOzJEABtbNjsy"
    "fgAbWzU7Mn4AG1sxOzJDABtbMjN-ABtbMjR-ABtbMTsyUAAbWzE7MlEAG1sxOzJSABtbMTsyUwAbWzE1OzJ-ABtbMTc7Mn4A"
    "G1sxODsyfgAbWzE5OzJ-ABtbMjA7Mn4AG1syMTsyfgAbWzIzOzJ-ABtbMjQ7Mn4AG1sxOzVQABtbMTs1UQAbWzE7NVIAG1sx"
    "OzVTABtbMTU7NX4AG1sxNzs1fgAbWzE4OzV-ABtbMTk7NX4AG1syMDs1fgAbWzIxOzV-ABtbMjM7NX4AG1syNDs1fgAbWzE7"
    "NlAAG1sxOzZRABtbMTs2UgAbWzE7NlMAG1sxNTs2fgAbWzE3OzZ-ABtbMTg7Nn4AG1sxOTs2fgAbWzIwOzZ-ABtbMjE7Nn4A"
    "G1syMzs2fgAbWzI0OzZ-ABtbMTszUAAbWzE7M1EAG1sxOzNSABtbMTszUwAbWzE1OzN-ABtbMTc7M34AG1sxODszfgAbWzE5"
    "OzN-ABtbMjA7M34AG1syMTszfgAbWzIzOzN-ABtbMjQ7M34AG1sxOzRQABtbMTs0UQAbWzE7NFIAG1sxSwAbWyVpJWQ7JWRS"
    "ABtbNm4AG1s_MTsyYwAbW2MAG1szOTs0OW0AG1szbQAbWzIzbQAbW00AG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2"
    "fSU8JXQ5JXAxJXs4fSUtJWQlZSVwMSV7MjU2fSU8JXQzODs1OyVwMSVkJWUzODsyOyVwMSV7NjU1MzZ9JS8lZDslcDElezI1"
    "Nn0lLyV7MjU1fSUmJWQ7JXAxJXsyNTV9JSYlZCU7bQAbWyU_JXAxJXs4fSU8JXQ0JXAxJWQlZSVwMSV7MTZ9JTwldDEwJXAx"
    "JXs4fSUtJWQlZSVwMSV7MjU2fSU8JXQ0ODs1OyVwMSVkJWU0ODsyOyVwMSV7NjU1MzZ9JS8lZDslcDElezI1Nn0lLyV7MjU1"
    "fSUmJWQ7JXAxJXsyNTV9JSYlZCU7bQADAAEARACMAFEDAQEBAAEAAAAAAAkAEgAZACUAKQAuAEAARwBOAFYAXABnAHEAdgB9"
    "AIQAiwCSAJkAoACnAK4AtQC8AMMAygDRANgA3wDmAO0A9AD7AAIBCQEQARcBHgElASwBMwE6AUEBSAFPAVYBXQFkAWsBcgF5"
    "AYABhwGOAZUBnAGjAaoBsQG4Ab8BxgHNAdQB2wHiAegBAAADAAYACgANABAAEwAWABkAHAAfACIAJQAoACsALgA0ADcAOgA_"
    "AEQASQBOAFMAVwBcAGEAZgBrAHAAdgB8AIIAiACOAJQAmgCgAKYArACxALYAuwDAAMUAywDRANcA3QDjAOkA7wD1APsAAQEH"
    "AQ0BEwEZAR8BJQErATEBNwE9AUEBRgFLAVABVQFaAV8BG1s_MjAwNGwAG1s_MjAwNGgAG10xMTIHABtdMTI7JXAxJXMHABso"
    "QgAbWzNKABtdNTI7JXAxJXM7JXAyJXMHABtbMjAxfgAbWzIwMH4AGyglcDElYwAbWzIgcQAbWzQ6JXAxJWRtABtbJXAxJWQg"
    "cQAbXTA7ABtbMzszfgAbWzM7NH4AG1szOzV-ABtbMzs2fgAbWzM7N34AG1sxOzJCABtbMTszQgAbWzE7NEIAG1sxOzVCABtb"
    "MTs2QgAbWzE7N0IAG1sxOzNGABtbMTs0RgAbWzE7NUYAG1sxOzZGABtbMTs3RgAbWzE7M0gAG1sxOzRIABtbMTs1SAAbWzE7"
    "NkgAG1sxOzdIABtbMjszfgAbWzI7NH4AG1syOzV-ABtbMjs2fgAbWzI7N34AG1sxOzNEABtbMTs0RAAbWzE7NUQAG1sxOzZE"
    "ABtbMTs3RAAbWzY7M34AG1s2OzR-ABtbNjs1fgAbWzY7Nn4AG1s2Ozd-ABtbNTszfgAbWzU7NH4AG1s1OzV-ABtbNTs2fgAb"
    "WzU7N34AG1sxOzNDABtbMTs0QwAbWzE7NUMAG1sxOzZDABtbMTs3QwAbWzE7MkEAG1sxOzNBABtbMTs0QQAbWzE7NUEAG1sx"
    "OzZBABtbMTs3QQAbWzI5bQAbWzltAEFYAEcwAFJHQgBVOABCRABCRQBDcgBDcwBFMABFMwBNcwBQRQBQUwBTMABTZQBTbXVs"
    "eABTcwBUUwBrREMzAGtEQzQAa0RDNQBrREM2AGtEQzcAa0ROAGtETjMAa0RONABrRE41AGtETjYAa0RONwBrRU5EMwBrRU5E"
    "NABrRU5ENQBrRU5ENgBrRU5ENwBrSE9NMwBrSE9NNABrSE9NNQBrSE9NNgBrSE9NNwBrSUMzAGtJQzQAa0lDNQBrSUM2AGtJ"
    "QzcAa0xGVDMAa0xGVDQAa0xGVDUAa0xGVDYAa0xGVDcAa05YVDMAa05YVDQAa05YVDUAa05YVDYAa05YVDcAa1BSVjMAa1BS"
    "VjQAa1BSVjUAa1BSVjYAa1BSVjcAa1JJVDMAa1JJVDQAa1JJVDUAa1JJVDYAa1JJVDcAa1VQAGtVUDMAa1VQNABrVVA1AGtV"
    "UDYAa1VQNwBybXh4AHNteHgA";

static bool starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *cc_direct_terminfo(const char *term, const char **name) {
  static const char *const like_xterm[] = {"xterm", "alacritty", "contour", "foot",  "ghostty",
                                           "kitty", "konsole",   "rio",     "vte",   "wezterm"};
  // tmux often calls itself screen, and GNU screen takes 24-bit colours for attributes.
  if (starts_with(term, "tmux") || (starts_with(term, "screen") && getenv("TMUX") != NULL)) {
    *name = "inbox-tmux-direct";
    return tmux_entry;
  }
  for (size_t index = 0; index < sizeof like_xterm / sizeof like_xterm[0]; index++) {
    if (starts_with(term, like_xterm[index])) {
      *name = "inbox-direct";
      return xterm_entry;
    }
  }
  return NULL;
}

int cc_named_colors(const char *term) {
  static const struct {
    const char *part;
    int colors;
  } named[] = {{"-mono", 0}, {"-8color", 8}, {"-16color", 16}, {"-88color", 88}, {"-256color", 256}};
  for (size_t index = 0; index < sizeof named / sizeof named[0]; index++) {
    if (strstr(term, named[index].part) != NULL) return named[index].colors;
  }
  return CC_RGB;
}
